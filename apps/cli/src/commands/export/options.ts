import { type Values } from '../../command-line/define-command.ts'
import { OPTIONS as VALIDATE_OPTIONS } from '../validate/options.ts'

export const OPTIONS = {
  format: { choices: ['sarif', 'github', 'markdown'], default: 'markdown', describe: 'Output format' },
  'error-on-unmatched': VALIDATE_OPTIONS['error-on-unmatched'],
} as const

export type ExportValues = Values<typeof OPTIONS>
