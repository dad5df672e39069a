/** Output formats of the commands that list or show something. */
export const FORMATS = ['text', 'json'] as const

export interface ListRequest {
  readonly format: (typeof FORMATS)[number]
  /** Directory of the contracts; undefined to search for it. */
  readonly directory: string | undefined
}
