import type { CommandModule } from 'yargs'

import type { ExitStatus } from '../../exit-status.ts'
import type { CommandContext } from '../../context.ts'
import { type ListRequest, FORMATS } from '../list-request.ts'
import { diffCommand } from './diff/command.ts'
import { docsCommand } from './docs/command.ts'
import { gateCommand } from './gate/command.ts'
import { lintCommand } from './lint/command.ts'
import { newCommand } from './new/command.ts'

interface ListArguments {
  readonly schemas: string | undefined
  readonly format: ListRequest['format']
}

interface ShowArguments extends ListArguments {
  readonly schema_id: string
  readonly example: boolean
}

const format = { choices: FORMATS, default: 'text' as const, describe: 'Output format' }

export const contractsCommand = (
  context: CommandContext,
  exitWith: (status: ExitStatus) => void,
): CommandModule<{ schemas: string | undefined }, ListArguments> => ({
  command: 'contracts',
  describe: 'List, show, check and document contracts',
  builder: (yargs) =>
    yargs
      .option('format', format)
      .command<ListArguments>({
        command: ['list', '$0'],
        describe: 'List the contracts and their problems',
        handler: async ({ format, schemas }) => {
          const { listContracts } = await import('./list-contracts.ts')
          listContracts({ format, directory: schemas }, context)
        },
      })
      .command<ShowArguments>({
        command: 'show <schema_id>',
        describe:
          'Show the members of a contract, its schema with --format json, or an artifact with --example',
        builder: (show) =>
          show
            .positional('schema_id', {
              type: 'string',
              demandOption: true,
              describe: 'Contract id, for example finding.v1',
            })
            .option('example', { type: 'boolean', default: false, describe: 'Print a valid artifact' }),
        handler: async ({ schema_id, example, format, schemas }) => {
          const { showContract } = await import('./show-contract.ts')
          showContract({ id: schema_id, example, format, directory: schemas }, context)
        },
      })
      .command(lintCommand(context, exitWith))
      .command(diffCommand(context, exitWith))
      .command(gateCommand(context, exitWith))
      .command(newCommand(context))
      .command(docsCommand(context, exitWith)),
  handler: () => undefined,
})
