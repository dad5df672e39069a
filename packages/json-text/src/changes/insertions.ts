import { deleting, inserting } from '../text/edits.ts'
import type { TokenChange } from './token-change.ts'
import type { State } from '../grammar/grammar.ts'
import type { Structural, Token } from '../lexical/lexer.ts'
import { type Certainty, type Mistake, toArray } from '../lexical/mistake.ts'

/** A bracket or a separator is missing before a token, or is inside of the quotes there. */
export function insertions(kind: Structural, state: State, token: Token, text: string): TokenChange[] {
  const offset = kind === '{' || kind === '[' ? token.start : state.at
  // After a comment, the end of the previous token shows where a separator belongs.
  const isBesideToken = kind !== '}' && kind !== ']' && text.slice(offset, token.start).trim() === ''
  const insertion: TokenChange = {
    tokens: [kind],
    next: token.start,
    kind: `missing ${kind}`,
    offset: isBesideToken ? token.start : offset,
    hint: `add the missing "${kind}"`,
    edits: [inserting(offset, kind)],
    certainty: certaintyOfInsertion(kind, state, token, text),
  }
  const moved = movedOut(insertion, state, token, text)
  if (moved) return moved
  const isClosing = (kind === '}' || kind === ']') && state.expected.startsWith('after')
  return isClosing && !/^(?:[,:}\]]|end)$/.test(token.kind) ? [insertion, withComma(insertion)] : [insertion]
}

/** The comma after a closing bracket is missing too, such as with the line `},`: these are two mistakes. */
function withComma(insertion: TokenChange): TokenChange {
  const edits = insertion.edits.map((edit) => ({ ...edit, replacement: `${edit.replacement},` }))
  const comma: Mistake = { ...insertion, kind: 'missing ,', hint: 'add the missing ","', edits: [] }
  return { ...insertion, tokens: [...insertion.tokens, ','], inside: [comma], edits }
}

/** The other bracket of a pair is looked for in a string up to so many characters. */
const MAX_STRING = 1000

/**
 * The separator or bracket is at the end or start of the string beside which it is missing: `"ISO,"⏎"id": 4` →
 * `"ISO",⏎"id": 4`, `"[draft"]` → `["draft"]`. Undefined if not. After a letter, a digit or a full
 * stop, it is no part of the text.
 */
function movedOut(
  insertion: TokenChange,
  { at }: State,
  { start }: Token,
  text: string,
): TokenChange[] | undefined {
  const [kind = ''] = insertion.tokens
  const from = text.charAt(at - 1) === '"' ? text.slice(0, at - 1).trimEnd().length - 1 : -1
  const isAtEnd =
    text.charAt(from) === kind && !PAIR_AT_END.test(text.slice(Math.max(from - MAX_STRING, 0), from + 1))
  const isAtStart =
    text.charAt(start) === '"' &&
    text.charAt(start + 1) === kind &&
    MARK_AT_START.test(text.slice(start + 1, start + MAX_STRING))
  if (!isAtEnd && !isAtStart) return undefined
  const hint = `write "${kind}" outside of the quotes`
  const certainty = insertion.certainty === 'never' ? 'accepted' : insertion.certainty
  const edits = isAtEnd
    ? [deleting(from, at - 1), inserting(at, kind)]
    : [inserting(start, kind), deleting(start + 1, start + 2)]
  const moved: TokenChange = { ...insertion, hint, certainty, edits }
  return isAtStart || /[\p{L}\p{N}.)]/u.test(text.charAt(from - 1)) ? [moved] : [insertion, moved]
}

const PAIR_AT_END = /[{[](?:[^"\\]|\\.)*[}\]]$/
const MARK_AT_START = /^(?:[,:][^\s"\\]|[{[](?:[^"\]}\\]|\\.)*")/

/** What follows the last value of a text that can be cut off. */
export const END = /^[\s}\],:]{0,2000}(?:```|$)/

/**
 * A separator between two complete values does not change them, unless they can be one value. A text without its last
 * bracket can be cut off, unless a line break follows the last member.
 */
function certaintyOfInsertion(kind: Structural, state: State, token: Token, text: string): Certainty {
  const { at, expected } = state
  if (kind !== ',' && kind !== ':') {
    const rest = text.slice(at)
    if (kind === '{' || kind === '[' || !END.test(rest)) return 'accepted'
    const isComplete = expected.startsWith('after') && /[\n\r]\s*$/.test(rest) && !/[,:`]/.test(rest)
    const isOnlyGuess = () => toArray(state.mistakes).every(({ certainty }) => certainty === 'always')
    return isComplete && isOnlyGuess() ? 'accepted' : 'never'
  }
  const gap = text.slice(at, token.start)
  const isBesideBracket = /[}\]]/.test(text.charAt(at - 1)) || token.kind === '{' || token.kind === '['
  if (isBesideBracket || /[\n\r]/.test(gap)) return 'always'
  if (token.kind !== 'string' && kind === ',') return 'never'
  // A string that ends with a space can continue.
  return gap !== '' ? 'always' : /\s"$/.test(text.slice(at - 2, at)) ? 'never' : 'accepted'
}
