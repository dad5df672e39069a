import { defineCommand } from '../../../command-line/define-command.ts'
import { DEFAULT_OUT } from './default-out.ts'

export const command = defineCommand({
  describe: 'Write a Markdown page for each contract',
  options: {
    out: { type: 'string', default: DEFAULT_OUT, describe: 'Output directory' },
    check: {
      type: 'boolean',
      default: false,
      describe: 'Write nothing; exit with 1 if a page is out of date',
    },
  },
  run: async ({ schemas, out, check }, context) => {
    const { writeDocs } = await import('./write-docs.ts')
    return writeDocs({ directory: schemas, out, check }, context)
  },
})
