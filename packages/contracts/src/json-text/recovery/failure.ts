import type { Container, Expectation } from '../tokenizer.ts'
import type { TextEdit } from './edits.ts'
import type { Budget } from './strings/find-string-end.ts'
import type { Mistake } from './mistake.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

interface ClosedContainer {
  readonly kind: Container
  readonly isEmpty: boolean
  /** The offset of its closing bracket. */
  readonly offset: number
}

/** Where the tokenizer failed, and what it has read before. All offsets are in UTF-16 code units from 0. */
export interface Failure {
  readonly text: string
  /** The offset of the unexpected character, and what was expected there; it can be inside a string. */
  readonly offset: number
  readonly error: Expectation
  /** The offset of the token that could not be read, and what was expected there. */
  readonly at: number
  readonly expected: Expectation
  /** The containers that are open, from the outside to the inside. */
  readonly open: readonly Container[]
  /** The last comma; -1 without one. */
  readonly comma: number
  /** The last scalar, if no container was opened or closed after it. */
  readonly scalar: Span | undefined
  /** The last member name. */
  readonly name: Span | undefined
  /** The last container that was closed. */
  readonly closed: ClosedContainer | undefined
  /** The end of the last edit; another one must not begin before it. */
  readonly editedEnd: number
  /** The end of the last token. */
  readonly previousEnd: number
  readonly lineOf: (offset: number) => number
  readonly canReread: boolean
  readonly budget: Budget
}

/** A change of the tokenizer's state, as if it had read a token. */
export type Step =
  | 'value'
  | 'name'
  | 'colon'
  | 'comma'
  | 'noComma'
  | 'close'
  | 'openObject'
  | 'reopen'
  | 'restart'
  | 'finish'

/** How the text is read where the tokenizer failed. */
export interface Repair {
  readonly mistakes: readonly Mistake[]
  /** The offset where tokenization continues. */
  readonly at: number
  /** Default: none, the tokenizer expects the same as before. */
  readonly steps?: readonly Step[] | undefined
  /** The start of the text that was read again, if the tokenizer has read it before; mistakes from there are dropped. */
  readonly start?: number | undefined
  readonly truncation?: Truncation
  /** Edits of the whole text, which is then read from the start. */
  readonly reread?: readonly TextEdit[]
}

/** How a truncated text was completed. */
export interface Truncation {
  /** The brackets at the end of the repaired text that close the open containers. */
  readonly closers: string
  /** Whether the value before them was cut. */
  readonly isValueCut: boolean
}
