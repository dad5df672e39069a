import { openContracts } from '@workbench/contracts'

import type { CommandContext } from './context.ts'

type Complete = (
  current: string,
  argv: Record<string, unknown>,
  completeDefault: (done?: (error: Error | null, completions: string[] | undefined) => void) => void,
  done: (completions: string[]) => void,
) => void

/** Completes contract ids where the command line expects one, and commands and options everywhere else. */
export const completeContractIds =
  ({ env, cwd }: CommandContext): Complete =>
  (_current, argv, completeDefault, done) => {
    // The command line so far: program name, command, arguments, and the word that is being typed.
    const words = (argv['_'] as (string | number)[]).map(String)
    const expectsId = /^\S+ (validate|contracts show) \S*$/.test(
      `${words.join(' ')}${words.length < 3 ? ' ' : ''}`,
    )
    if (!expectsId) {
      completeDefault((_error, completions) => {
        done(completions ?? [])
      })
      return
    }
    const schemas = argv['schemas']
    done([...openContracts({ directory: typeof schemas === 'string' ? schemas : undefined, env, cwd }).ids])
  }
