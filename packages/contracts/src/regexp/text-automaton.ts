import { CharacterSet } from './character-set.ts'
import { buildNfa, isAnchored, type NfaState, reachableStates, type SetState, successors } from './nfa.ts'
import { childrenOf, parseRegExp, type RegExpNode } from './parse.ts'

/** What is on one side of a position: nothing, a word character as `\b` defines it, or another character. */
type Side = 'edge' | 'word' | 'other'

/** The state of an automaton after a text. */
export type TextState =
  /** The expression matches, whatever follows. */
  | 'matched'
  /** The expression does not match, whatever follows. */
  | 'failed'
  | PendingState

interface PendingState {
  readonly id: number
  readonly before: Side
  /** The states that may consume the next character, before assertions are evaluated. */
  readonly states: readonly NfaState[]
  /** By character of the alphabet. */
  following?: readonly TextState[]
}

/** The states that can consume the next character, unless a match ends before it. */
type Closure = readonly SetState[] | 'matched'

/**
 * The deterministic automaton of a regular expression. Its states are created when they are reached, each once.
 * Lookarounds count as true, so that it accepts more texts than the expression if that has any.
 */
export class TextAutomaton {
  /** Whether it accepts the same texts as the expression. */
  readonly isExact: boolean
  /** The character sets by which the automaton distinguishes characters. */
  readonly sets: readonly string[]
  /** The number of NFA states that were visited: a measure of the time. */
  visited = 0
  readonly initial: TextState
  readonly #start: NfaState
  readonly #isAnchored: boolean
  readonly #hasWordBoundaries: boolean
  readonly #sets: ReadonlyMap<string, CharacterSet>
  readonly #numbers: ReadonlyMap<NfaState, number>
  readonly #pending = new Map<string, PendingState>()

  /** @throws {UnsupportedRegExpError} if the expression has a backreference or is too large. */
  constructor(source: string) {
    const root = parseRegExp(source)
    const nodes = withDescendants(root)
    this.isExact = !nodes.some((node) => node.kind === 'assertion' && node.body)
    this.#hasWordBoundaries = nodes.some((node) => node.kind === 'assertion' && /^\\b$/i.test(node.source))
    const sets = nodes.flatMap((node) => (node.kind === 'set' ? [node.source] : []))
    this.#sets = new Map(sets.map((set) => [set, new CharacterSet(set)]))
    this.sets = [...this.#sets.keys(), ...(this.#hasWordBoundaries ? [String.raw`\w`] : [])]
    this.#start = buildNfa(root)
    this.#isAnchored = isAnchored(this.#start)
    this.#numbers = new Map([...reachableStates(this.#start)].map((state, index) => [state, index]))
    this.initial = this.#pendingState([this.#start], 'edge')
  }

  /** The states after each character of the alphabet, which must be the same in each call. */
  following(state: TextState, alphabet: readonly string[]): readonly TextState[] {
    if (typeof state === 'string') return alphabet.map(() => state)
    if (state.following) return state.following
    const [word, other] = [this.#closure(state, 'word'), this.#closure(state, 'other')]
    state.following = alphabet.map((character) => {
      const side = sideOf(character)
      return this.#after(side === 'word' ? word : other, character, side)
    })
    return state.following
  }

  matchesAtEnd(state: TextState): boolean {
    return typeof state === 'string' ? state === 'matched' : this.#closure(state, 'edge') === 'matched'
  }

  #after(closure: Closure, character: string, side: Side): TextState {
    if (closure === 'matched') return 'matched'
    this.visited += closure.length
    const code = character.codePointAt(0) ?? 0
    const next = closure
      .filter(({ source }) => this.#sets.get(source)?.has(character, code))
      .map((state) => state.next)
    return this.#pendingState(
      this.#isAnchored ? next : [...next, this.#start],
      this.#hasWordBoundaries ? side : 'other',
    )
  }

  #pendingState(states: readonly NfaState[], before: Side): TextState {
    if (states.length === 0) return 'failed'
    const numbers = new Set(states.map((state) => this.#numbers.get(state) ?? 0))
    const key = `${before} ${[...numbers].sort((a, b) => a - b).join()}`
    let state = this.#pending.get(key)
    if (!state)
      this.#pending.set(key, (state = { id: this.#pending.size, before, states: [...new Set(states)] }))
    return state
  }

  /** The states that can consume the next character. */
  #closure({ states, before }: PendingState, after: Side): Closure {
    const [reached, pending, seen] = [[] as SetState[], [...states], new Set<NfaState>()]
    for (let state = pending.pop(); state; state = pending.pop()) {
      if (seen.has(state)) continue
      seen.add(state)
      this.visited++
      if (state.kind === 'accept') return 'matched'
      if (state.kind === 'set') reached.push(state)
      else if (state.kind === 'split' || isTrue(state.source, before, after))
        pending.push(...successors(state))
    }
    return reached
  }
}

const withDescendants = (node: RegExpNode): RegExpNode[] => [
  node,
  ...childrenOf(node).flatMap(withDescendants),
]

const sideOf = (character: string): Side => (/\w/.test(character) ? 'word' : 'other')

function isTrue(assertion: string, before: Side, after: Side): boolean {
  if (assertion === '^') return before === 'edge'
  if (assertion === '$') return after === 'edge'
  if (assertion.startsWith('(')) return true
  return ((before === 'word') !== (after === 'word')) === (assertion === String.raw`\b`)
}
