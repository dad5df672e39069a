import { CharacterSet } from './character-set.ts'
import { type NfaState, reachableStates, type SetState, successors } from './nfa.ts'

/** The part of `RegExp` that validation uses. */
export interface Matcher {
  test(text: string): boolean
}

/**
 * Returns the same results as the RegExp, in time proportional to the length of the text times the number of states: all
 * states that are reachable at a position are followed at once, instead of backtracking (Thompson's algorithm).
 */
export function simulateNfa(start: NfaState): Matcher {
  const sets = new Map<string, CharacterSet>()
  const assertions = new Map<string, RegExp>()
  for (const state of reachableStates(start)) {
    if (state.kind === 'set') sets.set(state.source, sets.get(state.source) ?? new CharacterSet(state.source))
    if (state.kind === 'assertion') assertions.set(state.source, new RegExp(state.source, 'uy'))
  }
  return { test }

  function test(text: string): boolean {
    let states: readonly NfaState[] = []
    for (let at = 0; ;) {
      // The start state is added at every position: a match may begin anywhere.
      const closure = epsilonClosure([...states, start], text, at)
      if (closure === 'accept') return true
      if (at >= text.length) return false
      const code = text.codePointAt(at) ?? 0
      const character = String.fromCodePoint(code)
      states = closure
        .filter((state) => sets.get(state.source)?.has(character, code))
        .map((state) => state.next)
      at += character.length
    }
  }

  /** The states that can consume the character at the position; `accept` if a match ends here. */
  function epsilonClosure(states: readonly NfaState[], text: string, at: number): SetState[] | 'accept' {
    const reached: SetState[] = []
    const seen = new Set(states)
    for (const state of seen) {
      if (state.kind === 'accept') return 'accept'
      if (state.kind === 'set') reached.push(state)
      else if (state.kind === 'split' || isTrueAt(state.source, text, at))
        for (const next of successors(state)) seen.add(next)
    }
    return reached
  }

  function isTrueAt(assertion: string, text: string, at: number): boolean {
    const expression = assertions.get(assertion)
    if (expression) expression.lastIndex = at
    return expression?.test(text) === true
  }
}
