import { flag, type Values } from '../../command-line/define-command.ts'
import { FORMAT_OPTION } from '../format-option.ts'

export const OPTIONS = {
  format: FORMAT_OPTION,
  write: flag('Write the fixed artifacts to their files'),
} as const

export type FixValues = Values<typeof OPTIONS>
