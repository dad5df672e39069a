import type { CommandModule } from 'yargs'

import type { Terminal } from '../../terminal.ts'
import { type ListRequest, FORMATS } from '../list-request.ts'

interface ListArguments {
  readonly schemas: string | undefined
  readonly format: ListRequest['format']
}

interface ShowArguments extends ListArguments {
  readonly schema_id: string
}

const format = { choices: FORMATS, default: 'text' as const, describe: 'How to write it' }

export const contractsCommand = (
  terminal: Terminal,
): CommandModule<{ schemas: string | undefined }, ListArguments> => ({
  command: 'contracts',
  describe: 'List the contracts, and what is broken in them',
  builder: (yargs) =>
    yargs.option('format', format).command<ShowArguments>({
      command: 'show <schema_id>',
      describe: 'Show the members of a contract; with --format json, its schema',
      builder: (show) =>
        show.positional('schema_id', {
          type: 'string',
          demandOption: true,
          describe: 'Id of the contract',
        }),
      handler: async ({ schema_id, format, schemas }) => {
        const { showContract } = await import('./show.ts')
        showContract(schema_id, { format, directory: schemas }, terminal)
      },
    }),
  handler: async ({ format, schemas }) => {
    const { listContracts } = await import('./list.ts')
    listContracts({ format, directory: schemas }, terminal)
  },
})
