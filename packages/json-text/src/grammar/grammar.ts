import { deleting, inserting } from '../text/edits.ts'
import { EXPECTATIONS, type Expectation } from '../lexical/expectations.ts'
import { documentOf, type Lexer, nameOf, type Token } from '../lexical/lexer.ts'
import type { Mistake, MistakeList } from '../lexical/mistake.ts'

interface OpenContainer {
  readonly closer: '}' | ']'
  readonly outer: OpenContainer | undefined
}

/** What was read of a text. Immutable, so that explanations of a mistake can start from the same state. */
export interface State {
  /** The end of the last token. */
  readonly at: number
  readonly expected: Expectation
  readonly open: OpenContainer | undefined
  /** The last comma. */
  readonly comma: Token | undefined
  readonly mistakes: MistakeList | undefined
  /** The number of mistakes. */
  readonly cost: number
  /** The number of tokens. */
  readonly tokens: number
  /** The state before the last token, unless that is very long ago. */
  readonly before: State | undefined
}

export const START: State = {
  at: 0,
  expected: 'value',
  open: undefined,
  comma: undefined,
  mistakes: undefined,
  cost: 0,
  tokens: 0,
  before: undefined,
}

/** A chain of more states would keep too much of a large text in memory. */
export const MAX_STATES = 20_000

/** Reads one token. Returns undefined where it cannot be; a comma too many is a mistake, but can be anywhere. */
export function read(state: State, token: Token, lexer: Lexer): State | undefined {
  const { expected, open } = state
  const { kind } = token
  switch (expected) {
    case 'end':
      return kind === 'end' ? after(state, token, 'end') : undefined
    case 'colon':
      return kind === ':' ? after(state, token, 'memberValue') : undefined
    case 'afterItem':
    case 'afterMember':
      if (kind === ',')
        return { ...after(state, token, expected === 'afterItem' ? 'item' : 'name'), comma: token }
      break
    case 'firstName':
    case 'name':
      if (kind === 'string') return after(state, nameOf(token), 'colon')
      if (isBareName(token, lexer)) return after(state, bareName(token), 'colon')
      break
    default:
      if (kind === 'string' || kind === 'scalar')
        return afterValue(after(state, expected === 'value' ? documentOf(token, lexer.text) : token), open)
      if (kind === '{') return { ...after(state, token, 'firstName'), open: { closer: '}', outer: open } }
      if (kind === '[') return { ...after(state, token, 'firstItem'), open: { closer: ']', outer: open } }
  }
  if (expected === 'value' || expected === 'memberValue') return undefined
  if (kind === ',') return after(state, withoutComma(token, token))
  if (kind !== open?.closer) return undefined
  const isTrailing = expected === 'item' || expected === 'name'
  return afterValue(after(isTrailing ? withoutLastComma(state, token) : state, token), open.outer)
}

function after(state: State, { end, before, inside }: Token, expected = state.expected): State {
  const next = {
    at: end,
    expected,
    open: state.open,
    comma: state.comma,
    mistakes: state.mistakes,
    cost: state.cost,
    tokens: state.tokens + 1,
    before: state.tokens % MAX_STATES === MAX_STATES - 1 ? undefined : state,
  }
  return withMistakes(withMistakes(next, before, state.expected), inside, state.expected)
}

/** @param expected what was expected before the mistakes */
export function withMistakes(state: State, mistakes: readonly Mistake[], expected = state.expected): State {
  if (mistakes.length === 0) return state
  let list = state.mistakes
  for (const mistake of mistakes)
    list = { mistake: { expected: EXPECTATIONS[expected], ...mistake }, before: list }
  return { ...state, mistakes: list, cost: state.cost + mistakes.length }
}

const afterValue = (state: State, open: OpenContainer | undefined): State => ({
  ...state,
  open,
  expected: open === undefined ? 'end' : open.closer === '}' ? 'afterMember' : 'afterItem',
})

function isBareName({ kind, start, end }: Token, lexer: Lexer): boolean {
  if (kind !== 'word' && kind !== 'scalar') return false
  const name = lexer.text.slice(start, end)
  return /^(?:[\p{L}_$][\p{L}\p{N}_$-]*|\d+)$/u.test(name) && lexer.tokenAt(end, 'colon').kind === ':'
}

/** The word as a name. What is wrong with it as a value does not matter. */
function bareName(token: Token): Token {
  const { start, end } = token
  const edits = [inserting(start, '"'), inserting(end, '"')]
  const hint = 'write member names in double quotes'
  return { ...token, inside: [{ kind: 'name', offset: start, hint, edits, certainty: 'always' }] }
}

/** The token with a mistake that deletes a comma, which is the token itself or before it. */
function withoutComma(token: Token, comma: Token): Token {
  const kind = comma === token ? 'comma' : 'trailing comma'
  const hint = comma === token ? 'delete the extra comma' : 'delete the trailing comma'
  const edits = [deleting(comma.start, comma.end)]
  // An ellipsis after the comma stands for content.
  const certainty = token.before.some((mistake) => mistake.kind === 'ellipsis') ? 'never' : 'always'
  return { ...token, inside: [{ kind, offset: token.start, hint, edits, certainty }] }
}

/** Deletes the last comma, before a closing bracket. */
function withoutLastComma(state: State, closing: Token): State {
  const { comma } = state
  if (!comma) return state
  const mistakes = withoutEditsAt(state.mistakes, comma.start)
  return withMistakes({ ...state, mistakes }, withoutComma(closing, comma).inside)
}

/** After more commas, mistakes that edit the first one are not left out: the text is then left to its author. */
const MAX_COMMAS = 1000

/** Leaves out the mistakes that edit the comma itself, such as a semicolon in place of it. */
function withoutEditsAt(list: MistakeList | undefined, offset: number): MistakeList | undefined {
  const others: Mistake[] = []
  let before = list
  for (; before; before = before.before) {
    const [edit] = before.mistake.edits
    if (!edit || edit.end <= offset) break
    if (edit.start !== offset) others.push(before.mistake)
    if (others.length > MAX_COMMAS) return list
  }
  for (const mistake of others.reverse()) before = { mistake, before }
  return before
}

/** Counts the tokens that were read after a token, up to a limit. */
export function tokensAfter({ end }: Token, last: State, limit: number): number {
  let count = 0
  for (let state: State | undefined = last; state && state.at > end && count < limit; state = state.before)
    count++
  return count
}
