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
  describe: 'List the current facts in memory',
  builder: (yargs) =>
    yargs
      .option('format', { choices: FORMATS, default: 'text' as const, describe: 'Output format' })
      .option('all', { type: 'boolean', default: false, describe: 'Include superseded facts' }),
  handler: async ({ schemas, format, all }) => {
    const { listFacts } = await import('./list-facts.ts')
    listFacts({ format, directory: schemas, all }, context)
  },
})
