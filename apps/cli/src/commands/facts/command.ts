import { defineCommand } from '../../command-line/define-command.ts'
import { FORMAT_OPTION } from '../format-option.ts'

export const command = defineCommand({
  describe: 'List the current facts in memory',
  options: {
    format: FORMAT_OPTION,
    all: { type: 'boolean', default: false, describe: 'Include superseded facts' },
    check: {
      type: 'boolean',
      default: false,
      describe:
        'List only facts that are invalid, or that memory_write did not write; exit with 1 if there are any',
    },
  },
  run: async ({ schemas, format, all, check }, context) => {
    const request = { format, directory: schemas }
    if (check) {
      const { checkFacts } = await import('./check-facts.ts')
      return checkFacts(request, context)
    }
    const { listFacts } = await import('./list-facts.ts')
    listFacts({ ...request, all }, context)
    return 0
  },
})
