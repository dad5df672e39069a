import { deleting, replacing } from '../text/edits.ts'
import { EXPECTATIONS } from '../lexical/expectations.ts'
import type { TokenChange } from './token-change.ts'
import { MAX_STATES, read, type State, withMistakes } from '../grammar/grammar.ts'
import { END, insertions } from './insertions.ts'
import { isStructural, type Lexer, type Structural, type Token } from '../lexical/lexer.ts'
import type { Mistake } from '../lexical/mistake.ts'
import { afterProse } from './prose.ts'
import { quoteChanges } from './quotes.ts'

/*
 * `{"a": 1 "b": 2}`: after the member `a`, the string `"b"` cannot be read.
 * The tokens can follow each other in no container, so that the change is near: `,` is missing, or `"1 "` lacks quotes, ...
 * Each change that can be read itself becomes a state after it: `{"a": 1, "b"`. Which one is meant is decided in explain.ts.
 */

const BRACKETS: readonly Structural[] = ['{', '[', '}', ']']
const STRUCTURAL: readonly Structural[] = [...BRACKETS, ',', ':']

/** In the states up to so many tokens before a failure, quotes and separators are changed too. */
const NEAR = 8

/**
 * What follows from the single changes that may explain why a token could not be read after a state: a bracket that is
 * missing, too many, or of another kind, anywhere before it; a separator or a quote near it; other text around the
 * artifact. No change of tokens deletes content. Each is the last mistake of its state.
 */
export function* candidatesFor(failed: State, received: Token, lexer: Lexer): Generator<State> {
  const isLocal = cannotFollow(failed, received)
  const expected = EXPECTATIONS[failed.expected]
  let distance = 0
  for (let state: State | undefined = failed; state; state = state.before) {
    const kinds = distance++ < NEAR ? STRUCTURAL : BRACKETS
    if (isLocal && kinds === BRACKETS) break
    const token = lexer.tokenAt(state.at, state.expected)
    for (const change of changesAt(state, token, kinds, lexer)) {
      const changed = apply({ expected, ...change }, state, token, lexer)
      if (changed) yield changed
    }
  }
  yield* afterProse(failed, received, lexer)
}

/** @param kinds the tokens that may be missing, too many or of another kind */
function changesAt(
  state: State,
  token: Token,
  kinds: readonly Structural[],
  lexer: Lexer,
): readonly TokenChange[] {
  const possible = kinds.filter((kind) => kind !== ',' || state.expected.startsWith('after'))
  return [
    ...possible.flatMap((kind) => insertions(kind, state, token, lexer.text)),
    ...(kinds.some((kind) => kind === token.kind) ? misplaced(state, token, possible, lexer) : []),
    ...(kinds === STRUCTURAL ? quoteChanges(state, token, lexer.text) : []),
  ]
}

/** How many states `candidatesFor` examines, at most. */
export const countStates = (failed: State, received: Token): number =>
  cannotFollow(failed, received) ? NEAR : Math.min(failed.tokens, MAX_STATES)

/** Whether the tokens before and after a state cannot follow each other, whatever contains them. */
const cannotFollow = ({ expected }: State, { kind }: Token): boolean =>
  kind === 'word' ||
  kind === 'other' ||
  ((expected === 'colon' || expected.startsWith('after')) && !isStructural(kind) && kind !== 'end')

function apply(change: TokenChange, state: State, token: Token, lexer: Lexer): State | undefined {
  const { tokens, next, inside = [], edits } = change
  const [edit] = edits
  const span = { start: edit?.start ?? next, end: edit?.end ?? next, before: [], inside: [] }
  let changed: State | undefined = state
  for (const kind of tokens) changed = changed && read(changed, { kind, ...span }, lexer)
  return changed && { ...withMistakes(changed, [...token.before, ...inside, change]), at: next }
}

/** A bracket or separator that is too many, of another kind, or in the wrong order. */
function misplaced(
  { expected }: State,
  { kind, start, end }: Token,
  kinds: readonly Structural[],
  lexer: Lexer,
): TokenChange[] {
  if (!isStructural(kind)) return []
  const { text } = lexer
  // At the end of the text, content can be missing. A colon is rarely a comma: it follows a name, or is a part of a text.
  const isEnd = expected === 'end' && text.charAt(start) === ','
  const isAtEnd = (kind === ',' || kind === ':') && !isEnd && END.test(text.slice(end))
  const certainty = isAtEnd || /^:[\w.+ -]/.test(text.slice(start, end + 1)) ? 'never' : 'accepted'
  const written = text.slice(start, end)
  const replaced = (
    tokens: Structural[],
    next: number,
    hint: string,
    edits: Mistake['edits'],
  ): TokenChange => ({
    tokens,
    next,
    kind: `${kind} for ${tokens.join(' ')}`,
    offset: start,
    hint,
    edits,
    certainty,
  })
  const changes = [replaced([], end, `delete the extra "${written}"`, [deleting(start, end)])]
  for (const other of kinds)
    if (other !== kind && BRACKETS.includes(other) === BRACKETS.includes(kind))
      changes.push(replaced([other], end, `write "${other}" instead`, [replacing(start, end, other)]))
  const next = lexer.tokenAt(end, 'afterItem')
  if ((kind === '}' && next.kind === ']') || (kind === ']' && next.kind === '}')) {
    const edits = [replacing(start, end, next.kind), replacing(next.start, next.end, kind)]
    changes.push(replaced([next.kind, kind], next.end, `write "${next.kind}" before "${kind}"`, edits))
  }
  return changes
}
