import { defineCommand } from '../../../command-line/define-command.ts'
import { CannotRun } from '../../../exit-status.ts'
import { CHANGE_FORMAT_OPTION } from '../change-verdict.ts'

export const command = defineCommand({
  describe: 'Exit with 1 if a contract rejects an artifact that was valid before',
  options: {
    against: {
      type: 'string',
      describe: 'Git commit, branch or tag to compare with',
    },
    history: {
      type: 'boolean',
      default: false,
      describe: 'Compare with every version in the git history',
    },
    acknowledged: {
      type: 'string',
      describe: 'File that lists acknowledged unknown changes [else acknowledged.json beside the contracts]',
    },
    format: CHANGE_FORMAT_OPTION,
  },
  examples: [['$0 contracts gate --against origin/main', 'Check a pull request']],
  run: async ({ schemas, against, history, acknowledged, format }, context) => {
    if (against === undefined && !history)
      throw new CannotRun('Name what to compare with: either --against <git ref> or --history')
    if (against !== undefined && history)
      throw new CannotRun('Use either --against <git ref> or --history, not both')
    const { gate } = await import('./gate.ts')
    return gate({ directory: schemas, against, acknowledged, format }, context)
  },
})
