const FORMATS = ['text', 'json'] as const

/** `--format` of the commands that list or show something. */
export const FORMAT_OPTION = {
  choices: FORMATS,
  default: 'text' as const,
  describe: 'Output format',
}

export interface ListRequest {
  readonly format: (typeof FORMATS)[number]
  /** Directory of the contracts; undefined to search for it. */
  readonly schemas: string | undefined
}
