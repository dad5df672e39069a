import { openContracts } from '@workbench/contracts'

import type { CommandContext } from './context.ts'

type Complete = (
  current: string,
  argv: Record<string, unknown>,
  byDefault: (done?: (error: Error | null, completions: string[] | undefined) => void) => void,
  done: (completions: string[]) => void,
) => void

/** Completes the ids of the contracts where one is asked for, and the commands and options elsewhere. */
export const completeContractIds =
  ({ env, cwd }: CommandContext): Complete =>
  (_current, argv, byDefault, done) => {
    // What stands on the command line so far: the program's name, the command and its arguments, the word being typed.
    const words = (argv['_'] as (string | number)[]).map(String)
    const asksForId = /^\S+ (validate|contracts show) \S*$/.test(
      `${words.join(' ')}${words.length < 3 ? ' ' : ''}`,
    )
    if (!asksForId) {
      byDefault((_error, completions) => {
        done(completions ?? [])
      })
      return
    }
    const schemas = argv['schemas']
    done([...openContracts({ directory: typeof schemas === 'string' ? schemas : undefined, env, cwd }).ids])
  }
