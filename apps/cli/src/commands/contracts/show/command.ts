import { defineCommand } from '../../../command-line/define-command.ts'
import { FORMAT_OPTION } from '../../list-request.ts'

export const command = defineCommand({
  describe: 'Show the members of a contract, its schema with --format json, or an artifact with --example',
  arguments: {
    schema_id: { type: 'string', demandOption: true, describe: 'Contract id, for example finding.v1' },
  },
  options: {
    format: FORMAT_OPTION,
    example: { type: 'boolean', default: false, describe: 'Print a valid artifact' },
  },
  missingArguments: 'Name a contract: workbench contracts show finding.v1',
  run: async ({ schema_id: id, example, format, schemas }, context) => {
    const { showContract } = await import('./show-contract.ts')
    showContract({ id, example, format, directory: schemas }, context)
    return 0
  },
})
