import type { CommandModule } from 'yargs'

import type { ExitStatus } from '../../../exit-status.ts'
import type { CommandContext } from '../../../context.ts'
import { CHANGE_FORMATS, type ChangeFormat } from '../change-verdict.ts'

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
  describe: 'Whether every artifact that the old contract accepts is accepted by the new one',
  builder: (yargs) =>
    yargs
      .positional('old', {
        type: 'string',
        demandOption: true,
        describe: 'A contract file, or a directory of them',
      })
      .positional('new', { type: 'string', demandOption: true, describe: 'What it has become' })
      .option('format', {
        choices: CHANGE_FORMATS,
        default: 'text' as const,
        describe: 'How to write the changes',
      }),
  handler: async ({ old, new: young, format }) => {
    const { diff } = await import('./diff.ts')
    exitWith(diff({ old, young, format }, context))
  },
})
