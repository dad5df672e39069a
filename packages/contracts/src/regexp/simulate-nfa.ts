import type { NfaState, SetState } from './nfa.ts'

/** The part of `RegExp` that validation uses. */
export interface Matcher {
  test(text: string): boolean
}

/**
 * Returns the same results as the RegExp, in time proportional to the length of the text times the number of states: all
 * states that are reachable at a position are followed at once, instead of backtracking (Thompson's algorithm).
 */
export function simulateNfa(start: NfaState): Matcher {
  return { test }

  function test(text: string): boolean {
    let states: NfaState[] = [start]
    for (let at = 0; ;) {
      const closure = epsilonClosure(states, text, at)
      if (closure === 'accept') return true
      if (at >= text.length) return false
      const code = text.codePointAt(at) ?? 0
      const character = String.fromCodePoint(code)
      // The start state is added at every position: a match may begin anywhere.
      states = [start]
      for (const { set, next } of closure) if (set.has(character, code)) states.push(...next)
      at += character.length
    }
  }
}

/** The states that can consume the character at the position; `accept` if a match ends here. */
export function epsilonClosure(states: readonly NfaState[], text: string, at: number): SetState[] | 'accept' {
  const reached: SetState[] = []
  const seen = new Set(states)
  for (const state of seen) {
    if (state.kind === 'accept') return 'accept'
    if (state.kind === 'set') reached.push(state)
    else if (state.kind === 'split' || isTrueAt(state.expression, text, at))
      for (const next of state.next) seen.add(next)
  }
  return reached
}

function isTrueAt(assertion: RegExp, text: string, at: number): boolean {
  assertion.lastIndex = at
  return assertion.test(text)
}
