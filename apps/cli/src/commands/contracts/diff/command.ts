import type { CommandModule } from 'yargs'

import type { ExitStatus } from '../../../exit-status.ts'
import type { CommandContext } from '../../../context.ts'
import { CHANGE_FORMAT_OPTION, type ChangeFormat } from '../change-verdict.ts'

interface Arguments {
  readonly old: string
  readonly new: string
  readonly format: ChangeFormat
}

export const diffCommand = (
  context: CommandContext,
  exitWith: (status: ExitStatus) => void,
): CommandModule<object, Arguments> => ({
  command: 'diff <old> <new>',
  describe: 'Check that the new contract accepts every artifact that the old contract accepts',
  builder: (yargs) =>
    yargs
      .positional('old', {
        type: 'string',
        demandOption: true,
        describe: 'Contract file or directory of contract files',
      })
      .positional('new', {
        type: 'string',
        demandOption: true,
        describe: 'New version of the file or directory',
      })
      .option('format', CHANGE_FORMAT_OPTION),
  handler: async ({ old, new: updated, format }) => {
    const { diff } = await import('./diff.ts')
    exitWith(diff({ old, updated, format }, context))
  },
})
