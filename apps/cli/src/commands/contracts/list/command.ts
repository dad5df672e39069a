import { defineCommand } from '../../../command-line/define-command.ts'
import { FORMAT_OPTION } from '../../list-request.ts'

export const command = defineCommand({
  describe: 'List the contracts and their problems',
  options: { format: FORMAT_OPTION },
  run: async ({ format, schemas }, context) => {
    const { listContracts } = await import('./list-contracts.ts')
    listContracts({ format, directory: schemas }, context)
    return 0
  },
})
