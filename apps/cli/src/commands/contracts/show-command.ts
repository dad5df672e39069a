import type { CommandModule } from 'yargs'

import type { CommandContext } from '../../context.ts'
import { FORMAT_OPTION } from '../list-request.ts'
import type { ListArguments } from './list-command.ts'

interface ShowArguments extends ListArguments {
  readonly schema_id: string
  readonly example: boolean
}

export const showCommand = (
  context: CommandContext,
): CommandModule<{ schemas: string | undefined }, ShowArguments> => ({
  command: 'show <schema_id>',
  describe: 'Show the members of a contract, its schema with --format json, or an artifact with --example',
  builder: (yargs) =>
    yargs
      .positional('schema_id', {
        type: 'string',
        demandOption: true,
        describe: 'Contract id, for example finding.v1',
      })
      .option('format', FORMAT_OPTION)
      .option('example', { type: 'boolean', default: false, describe: 'Print a valid artifact' }),
  handler: async ({ schema_id, example, format, schemas }) => {
    const { showContract } = await import('./show-contract.ts')
    showContract({ id: schema_id, example, format, directory: schemas }, context)
  },
})
