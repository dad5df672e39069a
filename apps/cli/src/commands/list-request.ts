/** The formats in which contracts and what stands in the working area can be written. */
export const FORMATS = ['text', 'json'] as const

export interface ListRequest {
  readonly format: (typeof FORMATS)[number]
  /** Directory of the contracts, where one was named. */
  readonly directory: string | undefined
}
