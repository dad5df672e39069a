import { flag, type Values } from '../../command-line/define-command.ts'
import { FORMAT_OPTION } from '../format-option.ts'

export const OPTIONS = {
  format: FORMAT_OPTION,
  run: flag('Run the commands of the settings without a prompt'),
  timeout: { type: 'number', default: 15, describe: 'Seconds that a program has to answer' },
} as const

export type DoctorValues = Values<typeof OPTIONS>
