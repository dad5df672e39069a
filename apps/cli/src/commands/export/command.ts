import { defineCommand, type Values } from '../../command-line/define-command.ts'
import { OPTIONS as VALIDATE_OPTIONS } from '../validate/options.ts'

const OPTIONS = {
  format: { choices: ['sarif', 'github', 'markdown'], default: 'markdown', describe: 'Output format' },
  'error-on-unmatched': VALIDATE_OPTIONS['error-on-unmatched'],
} as const

export type ExportValues = Values<typeof OPTIONS>

export const command = defineCommand({
  describe: 'Print findings where people look: code scanning, a pull request or a comment',
  details:
    'Reads the findings and reviews among the artifacts. A path is a file, a directory, a pattern in quotes, or -. Refuted findings are left out. If an artifact is invalid, nothing is printed.',
  words: '<path...>',
  options: OPTIONS,
  examples: [['$0 export .workbench --format sarif > findings.sarif', 'Write a file for code scanning']],
  run: async (values, context) => (await import('./export-findings.ts')).exportFindings(values, context),
})
