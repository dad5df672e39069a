import { defineCommand } from '../../../command-line/define-command.ts'
import { CHANGE_FORMAT_OPTION } from '../change-verdict.ts'

export const command = defineCommand({
  describe: 'Check that the contract files follow the rules for contracts',
  options: { format: CHANGE_FORMAT_OPTION },
  run: async ({ schemas, format }, context) => {
    const { lint } = await import('./lint.ts')
    return lint({ directory: schemas, format }, context)
  },
})
