import {
  buildNfa,
  childrenOf,
  epsilonClosure,
  isAnchored,
  type NfaState,
  type RegExpNode,
  UnsupportedRegExpError,
} from '@workbench/contracts/internal'

/**
 * Where an automaton is after some characters. `matched` if they contain a match, whatever follows; `failed` if nothing
 * that follows can complete one.
 */
export type Position =
  | 'matched'
  | 'failed'
  | { readonly states: readonly NfaState[]; readonly previous: string }

/** A deterministic automaton: a position stands for all states that the same characters lead to (subset construction). */
export class SubsetAutomaton {
  readonly start: Position
  /** How many states have been visited, a measure of time. */
  visited = 0
  readonly #everywhere: readonly NfaState[]
  readonly #ids = new Map<NfaState, number>()

  /** @throws {UnsupportedRegExpError} if there are too many states, or a lookaround of more than one character. */
  constructor(expression: RegExpNode) {
    if (!assertsNearby(expression)) throw new UnsupportedRegExpError('has a lookaround of several characters')
    const start = buildNfa(expression)
    this.start = { states: [start], previous: '' }
    this.#everywhere = isAnchored(start) ? [] : [start]
  }

  after(position: Position, character: string): Position {
    if (typeof position === 'string') return position
    const { states, previous } = position
    const closure = epsilonClosure(states, previous + character, previous.length)
    this.visited += states.length + closure.length
    if (closure === 'accept') return 'matched'
    const code = character.codePointAt(0) ?? 0
    const reached = closure.filter(({ set }) => set.has(character, code)).flatMap(({ next }) => next)
    const next = [...new Set([...this.#everywhere, ...reached])]
    return next.length === 0 ? 'failed' : { states: next, previous: character }
  }

  matchesAtEnd(position: Position): boolean {
    if (typeof position === 'string') return position === 'matched'
    const { states, previous } = position
    return epsilonClosure(states, previous, previous.length) === 'accept'
  }

  /** Equal for positions that the same texts complete. */
  keyOf(position: Position): string {
    if (typeof position === 'string') return position
    const ids = position.states.map((state) => this.#idOf(state)).sort((a, b) => a - b)
    return `${ids.join(' ')} ${position.previous}`
  }

  #idOf(state: NfaState): number {
    const id = this.#ids.get(state) ?? this.#ids.size
    this.#ids.set(state, id)
    return id
  }
}

/** Whether each assertion depends on the previous and the next character only. */
const assertsNearby = (node: RegExpNode): boolean =>
  node.kind === 'assertion' ? !node.body || isOneCharacter(node.body) : childrenOf(node).every(assertsNearby)

/** Whether no match has more than one character. */
const isOneCharacter = (node: RegExpNode): boolean =>
  (node.kind !== 'sequence' || node.parts.length <= 1) &&
  (node.kind !== 'repeat' || node.max <= 1) &&
  childrenOf(node).every(isOneCharacter)
