import type { CommandModule } from 'yargs'

import { CannotRun, type ExitStatus } from '../../../exit-status.ts'
import type { CommandContext } from '../../../context.ts'
import { CHANGE_FORMAT_OPTION, type ChangeFormat } from '../change-verdict.ts'

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
  describe: 'Exit with 1 if a contract rejects an artifact that was valid before',
  builder: (yargs) =>
    yargs
      .option('against', {
        type: 'string',
        requiresArg: true,
        describe: 'Git commit, branch or tag to compare with',
      })
      .option('history', {
        type: 'boolean',
        default: false,
        describe: 'Compare with every version in the git history',
      })
      .option('acknowledged', {
        type: 'string',
        requiresArg: true,
        describe:
          'File that lists acknowledged unknown changes [else acknowledged.json beside the contracts]',
      })
      .option('format', CHANGE_FORMAT_OPTION)
      .example('$0 contracts gate --against origin/main', 'Check a pull request'),
  handler: async ({ schemas, against, history, acknowledged, format }) => {
    if (against === undefined && !history)
      throw new CannotRun('Name what to compare with: either --against <git ref> or --history')
    if (against !== undefined && history)
      throw new CannotRun('Use either --against <git ref> or --history, not both')
    const { gate } = await import('./gate.ts')
    exitWith(gate({ directory: schemas, against, acknowledged, format }, context))
  },
})
