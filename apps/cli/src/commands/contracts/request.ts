/** The formats in which contracts can be written. */
export const FORMATS = ['text', 'json'] as const

export interface ContractsRequest {
  readonly format: (typeof FORMATS)[number]
  /** Directory of the contracts, where one was named. */
  readonly directory: string | undefined
}
