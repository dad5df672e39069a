import { deleting, inserting, replacing } from '../edits.ts'
import { EXPECTATIONS } from '../tokenizer.ts'
import { MAX_STATES, read, type State, withMistakes } from './grammar.ts'
import { isStructural, type Lexer, type Structural, type Token, type TokenKind } from '../lexical/lexer.ts'
import type { Mistake } from '../lexical/mistake.ts'
import { quoteChanges } from './quotes.ts'

/** Other tokens in place of the next one, or before it. */
export interface Change {
  readonly tokens: readonly TokenKind[]
  /** The offset where reading continues. */
  readonly next: number
  readonly mistake: Mistake
  /** What else is wrong in the tokens. */
  readonly inside?: readonly Mistake[]
}

/** What a change leads to. */
export interface Candidate {
  readonly state: State
  readonly mistake: Mistake
}

const BRACKETS: readonly Structural[] = ['{', '[', '}', ']']
const STRUCTURAL: readonly Structural[] = [...BRACKETS, ',', ':']

/** In the states up to so many tokens before a failure, quotes and separators are changed too. */
const NEAR = 8

/**
 * The single changes that may explain why a token could not be read after a state: a bracket that is missing, too many, or
 * of another kind, anywhere before it; a separator or a quote near it. No change deletes content.
 */
export function* candidatesFor(failed: State, received: Token, lexer: Lexer): Generator<Candidate> {
  const isLocal = cannotFollow(failed, received)
  let distance = 0
  for (let state: State | undefined = failed; state; state = state.before) {
    const isNear = distance++ < NEAR
    if (isLocal && !isNear) return
    const token = lexer.tokenAt(state.at, state.expected)
    const kinds = isNear ? STRUCTURAL : BRACKETS
    const readable = kinds.filter((kind) => canRead(kind, state as State, lexer))
    const changes = [
      ...readable.map((kind) => insertion(kind, state as State, token, lexer.text)),
      ...(isNear || BRACKETS.includes(token.kind as Structural) ? misplaced(token, readable, lexer) : []),
      ...(isNear ? quoteChanges(state, token, lexer.text) : []),
    ]
    for (const change of changes) {
      const candidate = apply(change, state, token, { failed, lexer })
      if (candidate) yield candidate
    }
  }
}

/** How many states `candidatesFor` examines, at most. */
export const countStates = (failed: State, received: Token): number =>
  cannotFollow(failed, received) ? NEAR : Math.min(failed.tokens, MAX_STATES)

/** Whether a token can be read without further mistakes. */
const canRead = (kind: Structural, state: State, lexer: Lexer): boolean =>
  (kind !== ',' || state.expected.startsWith('after')) &&
  read(state, { kind, start: 0, end: 0, before: [], inside: [] }, lexer) !== undefined

/** Whether the tokens before and after a state cannot follow each other, whatever contains them. */
const cannotFollow = ({ expected }: State, { kind }: Token): boolean =>
  kind === 'word' ||
  kind === 'other' ||
  ((expected === 'colon' || expected.startsWith('after')) && !isStructural(kind) && kind !== 'end')

function apply(
  { tokens, next, inside = [], mistake: change }: Change,
  state: State,
  token: Token,
  { failed, lexer }: { readonly failed: State; readonly lexer: Lexer },
): Candidate | undefined {
  const [edit] = change.edits
  const span = { start: edit?.start ?? next, end: edit?.end ?? next, before: [], inside: [] }
  let changed: State | undefined = state
  for (const kind of tokens) changed = changed && read(changed, { kind, ...span }, lexer)
  if (!changed) return undefined
  const mistake = { ...change, expected: EXPECTATIONS[failed.expected] }
  return { state: { ...withMistakes(changed, [...token.before, ...inside, mistake]), at: next }, mistake }
}

function insertion(kind: Structural, state: State, token: Token, text: string): Change {
  const offset = kind === '{' || kind === '[' ? token.start : state.at
  // After a comment, the end of the previous token shows where a separator belongs.
  const isBesideToken = text.slice(offset, token.start).trim() === ''
  const mistake: Mistake = {
    kind: `missing ${kind}`,
    offset: isBesideToken ? token.start : offset,
    hint: `add the missing "${kind}"`,
    edits: [inserting(offset, kind)],
    certainty: certaintyOfInsertion(kind, state, token, text),
  }
  return { tokens: [kind], next: token.start, mistake }
}

/** What follows the last value of a text that can be cut off. */
const END = /^[\s}\],:]{0,2000}$/

/**
 * A separator between two complete values does not change them, unless they can be one value. A text without its last
 * bracket can be cut off, unless a line break follows the last member.
 */
function certaintyOfInsertion(
  kind: Structural,
  { at, expected }: State,
  token: Token,
  text: string,
): Mistake['certainty'] {
  if (kind !== ',' && kind !== ':') {
    const rest = text.slice(at)
    if (kind === '{' || kind === '[' || !END.test(rest)) return 'accepted'
    const isComplete = expected.startsWith('after') && /[\n\r]\s*$/.test(text) && !/[,:]/.test(rest)
    return isComplete ? 'accepted' : 'never'
  }
  const gap = text.slice(at, token.start)
  const isBesideBracket = /[}\]]/.test(text.charAt(at - 1)) || token.kind === '{' || token.kind === '['
  if (isBesideBracket || /[\n\r]/.test(gap)) return 'always'
  if (token.kind !== 'string') return kind === ':' ? 'accepted' : 'never'
  return gap === '' ? 'accepted' : 'always'
}

/** A bracket or separator that is too many, of another kind, or in the wrong order. */
function misplaced({ kind, start, end }: Token, readable: readonly Structural[], lexer: Lexer): Change[] {
  if (!isStructural(kind)) return []
  const { text } = lexer
  // At the end of the text, content can be missing. A colon is rarely a comma: it follows a name, or is a part of a text.
  const isAtEnd = (kind === ',' || kind === ':') && END.test(text.slice(end))
  const certainty = isAtEnd || /^:[\w.+ -]/.test(text.slice(start, end + 1)) ? 'never' : 'accepted'
  const written = text.slice(start, end)
  const replaced = (tokens: Structural[], next: number, hint: string, edits: Mistake['edits']): Change => ({
    tokens,
    next,
    mistake: { kind: `${kind} for ${tokens.join(' ')}`, offset: start, hint, edits, certainty },
  })
  const changes = [replaced([], end, `delete the extra "${written}"`, [deleting(start, end)])]
  for (const other of readable)
    if (other !== kind && BRACKETS.includes(other) === BRACKETS.includes(kind))
      changes.push(replaced([other], end, `write "${other}" instead`, [replacing(start, end, other)]))
  const next = lexer.tokenAt(end, 'afterItem')
  if ((kind === '}' && next.kind === ']') || (kind === ']' && next.kind === '}')) {
    const edits = [replacing(start, end, next.kind), replacing(next.start, next.end, kind)]
    changes.push(replaced([next.kind, kind], next.end, `write "${next.kind}" before "${kind}"`, edits))
  }
  return changes
}
