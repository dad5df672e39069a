import type { Members } from '../json/values.ts'
import { relocated } from '../json/pointer.ts'
import type { Move } from './draft.ts'
import type { SeededMistake } from './write-text.ts'

/** A broken artifact. */
export interface Case {
  /** For example `finding.v1-17`. */
  readonly id: string
  readonly contract: string
  /** Names of the classes of its mistakes. */
  readonly classes: readonly string[]
  /** Whether it has a mistake in its text. */
  readonly isTextual: boolean
  /** Whether a program can restore the original without guessing. */
  readonly isLossless: boolean
  readonly original: Members
  /** The value that the agent meant to write, with its structural mistakes. */
  readonly written: unknown
  /** For each structural mistake, the pointers that it concerns in the original and in the written value. */
  readonly touched: readonly (readonly string[])[]
  /** Where mistakes have moved values, in their order. */
  readonly moves: readonly Move[]
  /** Pointers of mistakes that the contract accepts: no answer can name or restore them. */
  readonly accepted: readonly string[]
  /** Pointers of content that is not in the text: the text is truncated, or has an ellipsis in its place. */
  readonly unwritten: readonly string[]
  /** Indentation of the text: 0 or 2 spaces. */
  readonly indent: number
  readonly textMistakes: readonly SeededMistake[]
  /** What the agent wrote. */
  readonly text: string
}

/** Where the value at a pointer of the broken artifact is in the original. */
export const originalPointer = ({ moves }: Pick<Case, 'moves'>, pointer: string): string =>
  moves.reduceRight((moved, { from, to }) => relocated(moved, to, from), pointer)
