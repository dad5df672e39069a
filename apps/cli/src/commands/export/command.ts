import { defineCommand } from '../../command-line/define-command.ts'
import { EXPORT_FORMATS } from './formats.ts'

export const command = defineCommand({
  describe: 'Print findings where people look: code scanning, a pull request or a comment',
  details:
    'Reads the findings and reviews among the artifacts. A path is a file, a directory, a pattern in quotes, or -. Refuted findings are left out. If an artifact is invalid, nothing is printed.',
  words: '<path...>',
  options: {
    format: { choices: EXPORT_FORMATS, default: 'markdown', describe: 'Output format' },
    'error-on-unmatched': {
      type: 'boolean',
      describe: 'Fail if a path names no file, or not with --no-error-on-unmatched [else fail]',
    },
  },
  examples: [['$0 export .workbench --format sarif > findings.sarif', 'Write a file for code scanning']],
  run: async (values, context) => {
    const { exportFindings } = await import('./export-findings.ts')
    return exportFindings(values, context)
  },
})
