import { isAnchored, type NfaState, reachableStates, type SetState } from './nfa.ts'

/** The part of `RegExp` that validation uses. */
export interface Matcher {
  /** @throws {RangeError} if the text needs too many steps or, as a RegExp of V8 does, too much memory. */
  test(text: string): boolean
  /** The number of states that one character can need. A RegExp has none. */
  readonly states?: number
}

/**
 * Returns the same results as the RegExp, in time proportional to the length of the text times the number of states: all
 * states that are reachable at a position are followed at once, instead of backtracking (Thompson's algorithm).
 * @param maxSteps the number of states that may be visited for a text of a length
 */
export function simulateNfa(start: NfaState, maxSteps: (length: number) => number): Matcher {
  // A match may begin anywhere, so that the start state is added at every position.
  const everywhere = isAnchored(start) ? [] : [start]
  return { test, states: reachableStates(start).size }

  function test(text: string): boolean {
    const limit = maxSteps(text.length)
    let states: readonly NfaState[] = [start]
    let steps = 0
    for (let at = 0; states.length > 0;) {
      const closure = epsilonClosure(states, text, at)
      if (closure === 'accept') return true
      if (at >= text.length) return false
      steps += visitedStates
      if (steps > limit) throw new RangeError(`Expected at most ${limit} steps; received more`)
      const code = text.codePointAt(at) ?? 0
      const character = String.fromCodePoint(code)
      const reached: NfaState[] = [...everywhere]
      for (const { set, next } of closure)
        if (set.has(character, code)) for (const state of next) reached.push(state)
      states = reached
      at += character.length
    }
    return false
  }
}

let searches = 0
/** By the last search. */
let visitedStates = 0

/** The states that can consume the character at the position; `accept` if a match ends here. */
export function epsilonClosure(states: readonly NfaState[], text: string, at: number): SetState[] | 'accept' {
  const search = ++searches
  const reached: SetState[] = []
  const pending = [...states]
  visitedStates = 0
  for (let state = pending.pop(); state; state = pending.pop()) {
    if (state.visited === search) continue
    state.visited = search
    visitedStates++
    if (state.kind === 'accept') return 'accept'
    if (state.kind === 'set') reached.push(state)
    else if (state.kind === 'split' || isTrueAt(state.expression, text, at))
      for (const next of state.next) pending.push(next)
  }
  return reached
}

function isTrueAt(assertion: RegExp, text: string, at: number): boolean {
  assertion.lastIndex = at
  return assertion.test(text)
}
