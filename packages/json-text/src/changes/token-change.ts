import type { TokenKind } from '../lexical/lexer.ts'
import type { Mistake } from '../lexical/mistake.ts'

/** A mistake of which the author meant other tokens in place of the next one, or before it. */
export interface TokenChange extends Mistake {
  readonly tokens: readonly TokenKind[]
  /** The offset where reading continues. */
  readonly next: number
  /** What else is wrong in the tokens. */
  readonly inside?: readonly Mistake[]
}
