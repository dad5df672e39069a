import type { TextEdit } from './edits.ts'

/** A syntax error, and the edits that correct it. */
export interface Mistake {
  /** Mistakes of one kind are reported together. */
  readonly kind: string
  /** In UTF-16 code units from 0. */
  readonly offset: number
  readonly message: () => string
  readonly edits: readonly TextEdit[]
  /** Whether the edits are the only possible correction, and keep the meaning and all the data of the text. */
  readonly isLossless: boolean
}
