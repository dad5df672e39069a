import type { CommandModule } from 'yargs'

import { CannotRun, type ExitStatus } from '../../../exit-status.ts'
import type { CommandContext } from '../../../context.ts'
import { CHANGE_FORMATS, type ChangeFormat } from '../change-verdict.ts'

interface Arguments {
  readonly schemas: string | undefined
  readonly against: string | undefined
  readonly history: boolean
  readonly acknowledged: string | undefined
  readonly format: ChangeFormat
}

export const gateCommand = (
  context: CommandContext,
  exitWith: (status: ExitStatus) => void,
): CommandModule<{ schemas: string | undefined }, Arguments> => ({
  command: 'gate',
  describe: 'Fail when a contract refuses an artifact that was valid before',
  builder: (yargs) =>
    yargs
      .option('against', { type: 'string', requiresArg: true, describe: 'A commit, branch or tag of git' })
      .option('history', {
        type: 'boolean',
        default: false,
        describe: 'Against every version in the history of git',
      })
      .option('acknowledged', {
        type: 'string',
        requiresArg: true,
        describe:
          'File with the undecided changes that were reviewed [else acknowledged.json among the contracts]',
      })
      .option('format', {
        choices: CHANGE_FORMATS,
        default: 'text' as const,
        describe: 'How to write the changes',
      })
      .example('$0 contracts gate --against origin/main', 'In a pull request'),
  handler: async ({ schemas, against, history, acknowledged, format }) => {
    if ((against === undefined) === !history) {
      throw new CannotRun('Say what to compare with: --against <git ref>, or --history')
    }
    const { gate } = await import('./gate.ts')
    exitWith(gate({ directory: schemas, against, acknowledged, format }, context))
  },
})
