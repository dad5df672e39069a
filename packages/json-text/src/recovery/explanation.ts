import type { Token } from '../lexical/lexer.ts'
import type { Mistake } from '../lexical/mistake.ts'
import type { State } from '../grammar/grammar.ts'
import type { Reading } from './reading.ts'
import type { Truncation } from '../grammar/truncation.ts'

/** How a text is read. */
export interface Explanation {
  readonly mistakes: readonly Mistake[]
  /** The mistakes that decide where a value ends or what contains it. */
  readonly choices: ReadonlyMap<Mistake, Choice>
  /** The value; absent if the text cannot be read to its end. */
  readonly reading?: Reading | undefined
  readonly truncation?: Truncation | undefined
}

/** A token that cannot be read after a state. */
export interface ParseFailure {
  readonly state: State
  readonly token: Token
}

/** Why a mistake is assumed. */
export interface Choice {
  readonly failure: ParseFailure
  /** Whether no other explanation is as small and leads to a value that the contract accepts. */
  readonly isUnique: boolean
  /** Some of the other explanations. */
  readonly others: readonly Mistake[]
}
