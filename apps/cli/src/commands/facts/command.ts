import type { CommandModule } from 'yargs'

import type { CommandContext } from '../../context.ts'
import { FORMATS, type ListRequest } from '../list-request.ts'

interface Arguments {
  readonly schemas: string | undefined
  readonly format: ListRequest['format']
  readonly all: boolean
}

export const factsCommand = (
  context: CommandContext,
): CommandModule<{ schemas: string | undefined }, Arguments> => ({
  command: 'facts',
  describe: 'List the current facts of the memory; with --all, their history too',
  builder: (yargs) =>
    yargs
      .option('format', { choices: FORMATS, default: 'text' as const, describe: 'How to write it' })
      .option('all', { type: 'boolean', default: false, describe: 'Also those that others have replaced' }),
  handler: async ({ schemas, format, all }) => {
    const { listFacts } = await import('./list-facts.ts')
    listFacts({ format, directory: schemas, all }, context)
  },
})
