import type { CommandModule } from 'yargs'

import type { CommandContext } from '../../context.ts'
import { FORMAT_OPTION, type ListRequest } from '../list-request.ts'

export interface ListArguments {
  readonly schemas: string | undefined
  readonly format: ListRequest['format']
}

/** Also for `contracts` without a further command. */
export const listCommand = (
  context: CommandContext,
): CommandModule<{ schemas: string | undefined }, ListArguments> => ({
  command: ['list', '$0'],
  describe: 'List the contracts and their problems',
  builder: (yargs) => yargs.option('format', FORMAT_OPTION),
  handler: async ({ format, schemas }) => {
    const { listContracts } = await import('./list-contracts.ts')
    listContracts({ format, directory: schemas }, context)
  },
})
