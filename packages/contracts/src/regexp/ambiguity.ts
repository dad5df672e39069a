import { type NfaState, reachableStates, type SetState } from './nfa.ts'

/**
 * The number of states that a backtracking engine visits at most in an attempt at one position, if there is no loop. Infinite
 * unless at most one path of the automaton can consume each next character: then a wrong alternative fails at the next
 * character, and the engine is linear in the text.
 * @param lookaroundSteps the states that one lookaround visits at most
 */
export function stepsOfAttempt(start: NfaState, lookaroundSteps = 0): number {
  const pending = new Set([start])
  let steps = 0
  // The iteration of a set includes elements that are added during it.
  for (const state of pending) {
    const reached = nextStates(state)
    if (!reached) return Infinity
    const sets = reached.filter(isSet)
    const lookarounds = reached.filter(
      (each) => each.kind === 'assertion' && each.expression.source.startsWith('('),
    )
    steps += reached.length + lookarounds.length * lookaroundSteps
    for (const [index, { set, next }] of sets.entries()) {
      if (sets.slice(0, index).some((other) => set.mayIntersect(other.set))) return Infinity
      for (const after of next) pending.add(after)
    }
  }
  return steps
}

const isSet = (state: NfaState): state is SetState => state.kind === 'set'

/** The states up to the next character; undefined if several paths lead to one of them. Assertions count as true. */
function nextStates(start: NfaState): NfaState[] | undefined {
  const reached = [...reachableStates(start, isSet)]
  const steps = reached.flatMap((state) => (isSet(state) ? [] : state.next))
  return steps.length < reached.length ? reached : undefined
}
