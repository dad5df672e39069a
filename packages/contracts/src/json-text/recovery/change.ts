import type { TokenKind } from '../lexical/lexer.ts'
import type { Mistake } from '../lexical/mistake.ts'

/** Other tokens in place of the next one, or before it. */
export interface Change {
  readonly tokens: readonly TokenKind[]
  /** The offset where reading continues. */
  readonly next: number
  readonly mistake: Mistake
  /** What else is wrong in the tokens. */
  readonly inside?: readonly Mistake[]
}
