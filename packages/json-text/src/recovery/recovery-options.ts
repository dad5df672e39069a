import type { Pointer } from '../values/pointer.ts'

/** What is wrong with a value, as far as it matters to how the text of the value is read. */
export interface ValueError {
  /** The invalid value, or the missing or unexpected member itself. */
  readonly path: Pointer
  /** Which of the value is wrong; `container` for a missing member. */
  readonly about: 'value' | 'type' | 'name' | 'container'
  /** Undefined for a missing member. */
  readonly value: unknown
  /** Whether other members can make it valid. */
  readonly isConditional: boolean
}

/** Returns what is wrong with a value, nothing if it is accepted. It decides between several explanations of a text. */
export type Validate = (value: unknown) => readonly ValueError[]

export interface RecoveryOptions {
  /**
   * Validates a value. Between several explanations of an error, it decides. Without it, and where it accepts any value, no
   * explanation is certain that moves, adds or deletes brackets or quotes.
   */
  readonly validate: Validate
}
