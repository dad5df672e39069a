import { deleting, inserting, replacing } from '../edits.ts'
import { EXPECTATIONS } from '../expectations.ts'
import type { Change } from './change.ts'
import { MAX_STATES, read, type State, withMistakes } from './grammar.ts'
import { isStructural, type Lexer, type Structural, type Token } from '../lexical/lexer.ts'
import { type Certainty, type Mistake, toArray } from '../lexical/mistake.ts'
import { afterProse } from './prose.ts'
import { quoteChanges } from './quotes.ts'

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
    const isNear = distance++ < NEAR
    if (isLocal && !isNear) break
    const token = lexer.tokenAt(state.at, state.expected)
    for (const change of changesAt(state, token, isNear, lexer)) {
      const changed = apply({ expected, ...change }, state, token, lexer)
      if (changed) yield changed
    }
  }
  yield* afterProse(failed, received, lexer)
}

function changesAt(state: State, token: Token, isNear: boolean, lexer: Lexer): readonly Change[] {
  const kinds = (isNear ? STRUCTURAL : BRACKETS).filter(
    (kind) => kind !== ',' || state.expected.startsWith('after'),
  )
  return [
    ...kinds.map((kind) => insertion(kind, state, token, lexer.text)),
    ...(isNear || BRACKETS.some((kind) => kind === token.kind) ? misplaced(token, kinds, lexer) : []),
    ...(isNear ? quoteChanges(state, token, lexer.text) : []),
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

function apply(change: Change, state: State, token: Token, lexer: Lexer): State | undefined {
  const { tokens, next, inside = [], edits } = change
  const [edit] = edits
  const span = { start: edit?.start ?? next, end: edit?.end ?? next, before: [], inside: [] }
  let changed: State | undefined = state
  for (const kind of tokens) changed = changed && read(changed, { kind, ...span }, lexer)
  return changed && { ...withMistakes(changed, [...token.before, ...inside, change]), at: next }
}

function insertion(kind: Structural, state: State, token: Token, text: string): Change {
  const offset = kind === '{' || kind === '[' ? token.start : state.at
  // After a comment, the end of the previous token shows where a separator belongs.
  const isBesideToken = kind !== '}' && kind !== ']' && text.slice(offset, token.start).trim() === ''
  return {
    tokens: [kind],
    next: token.start,
    kind: `missing ${kind}`,
    offset: isBesideToken ? token.start : offset,
    hint: `add the missing "${kind}"`,
    edits: [inserting(offset, kind)],
    certainty: certaintyOfInsertion(kind, state, token, text),
  }
}

/** What follows the last value of a text that can be cut off. */
const END = /^[\s}\],:]{0,2000}$/

/**
 * A separator between two complete values does not change them, unless they can be one value. A text without its last
 * bracket can be cut off, unless a line break follows the last member.
 */
function certaintyOfInsertion(kind: Structural, state: State, token: Token, text: string): Certainty {
  const { at, expected } = state
  if (kind !== ',' && kind !== ':') {
    const rest = text.slice(at)
    if (kind === '{' || kind === '[' || !END.test(rest)) return 'accepted'
    const isComplete = expected.startsWith('after') && /[\n\r]\s*$/.test(rest) && !/[,:]/.test(rest)
    const isOnlyGuess = () => toArray(state.mistakes).every(({ certainty }) => certainty === 'always')
    return isComplete && isOnlyGuess() ? 'accepted' : 'never'
  }
  const gap = text.slice(at, token.start)
  // A string with a line break can have swallowed the next line.
  const isBroken =
    state.mistakes?.mistake.kind === 'a line break' && state.mistakes.mistake.offset > (state.before?.at ?? 0)
  if (isBroken) return 'accepted'
  const isBesideBracket = /[}\]]/.test(text.charAt(at - 1)) || token.kind === '{' || token.kind === '['
  if (isBesideBracket || /[\n\r]/.test(gap)) return 'always'
  if (token.kind !== 'string' && kind === ',') return 'never'
  return gap === '' ? 'accepted' : 'always'
}

/** A bracket or separator that is too many, of another kind, or in the wrong order. */
function misplaced({ kind, start, end }: Token, kinds: readonly Structural[], lexer: Lexer): Change[] {
  if (!isStructural(kind)) return []
  const { text } = lexer
  // At the end of the text, content can be missing. A colon is rarely a comma: it follows a name, or is a part of a text.
  const isAtEnd = (kind === ',' || kind === ':') && END.test(text.slice(end))
  const certainty = isAtEnd || /^:[\w.+ -]/.test(text.slice(start, end + 1)) ? 'never' : 'accepted'
  const written = text.slice(start, end)
  const replaced = (tokens: Structural[], next: number, hint: string, edits: Mistake['edits']): Change => ({
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
