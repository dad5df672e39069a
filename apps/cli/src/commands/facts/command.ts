import type { CommandModule } from 'yargs'

import type { CommandContext } from '../../context.ts'
import type { ExitStatus } from '../../exit-status.ts'
import { FORMAT_OPTION, type ListRequest } from '../list-request.ts'

interface Arguments {
  readonly schemas: string | undefined
  readonly format: ListRequest['format']
  readonly all: boolean
  readonly check: boolean
}

export const factsCommand = (
  context: CommandContext,
  exitWith: (status: ExitStatus) => void,
): CommandModule<{ schemas: string | undefined }, Arguments> => ({
  command: 'facts',
  describe: 'List the current facts in memory',
  builder: (yargs) =>
    yargs
      .option('format', FORMAT_OPTION)
      .option('all', { type: 'boolean', default: false, describe: 'Include superseded facts' })
      .option('check', {
        type: 'boolean',
        default: false,
        describe:
          'List only facts that are invalid, or that memory_write did not write; exit with 1 if there are any',
      }),
  handler: async ({ schemas, format, all, check }) => {
    const request = { format, directory: schemas }
    if (check) {
      const { checkFacts } = await import('./check-facts.ts')
      exitWith(checkFacts(request, context))
    } else {
      const { listFacts } = await import('./list-facts.ts')
      await listFacts({ ...request, all }, context)
    }
  },
})
