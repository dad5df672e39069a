import type { Values } from '../command-line/define-command.ts'

const FORMATS = ['text', 'json'] as const

/** `--format` of the commands that list or show something. */
export const FORMAT_OPTION = {
  choices: FORMATS,
  default: 'text' as const,
  describe: 'Output format',
}

const CHANGE_FORMATS = [...FORMATS, 'github'] as const
export type ChangeFormat = (typeof CHANGE_FORMATS)[number]

/** `--format` of the commands that report contract changes or problems. */
export const CHANGE_FORMAT_OPTION = { ...FORMAT_OPTION, choices: CHANGE_FORMATS }

/** The values of such a command. */
export type ListRequest = Values<{ readonly format: typeof FORMAT_OPTION }>
