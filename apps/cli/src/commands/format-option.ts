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

export interface ListRequest {
  readonly format: (typeof FORMATS)[number]
  /** Directory of the contracts; undefined to search for it. */
  readonly schemas: string | undefined
}
