import type { CommandModule } from 'yargs'

import type { ExitStatus } from '../../../exit-status.ts'
import type { CommandContext } from '../../../context.ts'

interface Arguments {
  readonly schemas: string | undefined
  readonly file: string
  readonly check: boolean
}

export const bundleCommand = (
  context: CommandContext,
  exitWith: (status: ExitStatus) => void,
): CommandModule<{ schemas: string | undefined }, Arguments> => ({
  command: 'bundle <file>',
  describe: 'Write one schema for the artifacts of all contracts, for editors',
  builder: (yargs) =>
    yargs
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'Output file, for example .vscode/artifact.schema.json',
      })
      .option('check', {
        type: 'boolean',
        default: false,
        describe: 'Write nothing; exit with 1 if the file is out of date',
      }),
  handler: async ({ schemas, file, check }) => {
    const { writeBundle } = await import('./write-bundle.ts')
    exitWith(writeBundle({ directory: schemas, file, check }, context))
  },
})
