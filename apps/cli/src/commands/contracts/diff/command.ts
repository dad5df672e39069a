import { defineCommand } from '../../../command-line/define-command.ts'
import { CHANGE_FORMAT_OPTION } from '../change-verdict.ts'

export const command = defineCommand({
  describe: 'Check that the new contract accepts every artifact that the old contract accepts',
  arguments: {
    old: { type: 'string', demandOption: true, describe: 'Contract file or directory of contract files' },
    new: { type: 'string', demandOption: true, describe: 'New version of the file or directory' },
  },
  options: { format: CHANGE_FORMAT_OPTION },
  missingArguments:
    'Name the old and the new contract file, or two directories: workbench contracts diff old/ new/',
  run: async ({ old, new: updated, format }, context) => {
    const { diff } = await import('./diff.ts')
    return diff({ old, updated, format }, context)
  },
})
