import type { CommandModule } from 'yargs'

import type { ExitStatus } from '../../../exit-status.ts'
import type { CommandContext } from '../../../context.ts'
import { DEFAULT_OUT } from './default-out.ts'

interface Arguments {
  readonly schemas: string | undefined
  readonly out: string
  readonly check: boolean
}

export const docsCommand = (
  context: CommandContext,
  exitWith: (status: ExitStatus) => void,
): CommandModule<{ schemas: string | undefined }, Arguments> => ({
  command: 'docs',
  describe: 'Write a Markdown page for each contract',
  builder: (yargs) =>
    yargs
      .option('out', {
        type: 'string',
        requiresArg: true,
        default: DEFAULT_OUT,
        describe: 'Output directory',
      })
      .option('check', {
        type: 'boolean',
        default: false,
        describe: 'Write nothing; exit with 1 if a page is out of date',
      }),
  handler: async ({ schemas, out, check }) => {
    const { writeDocs } = await import('./write-docs.ts')
    exitWith(writeDocs({ directory: schemas, out, check }, context))
  },
})
