import { type NfaState, reachableStates, type SetState } from './nfa.ts'

/**
 * Whether at most one path of the automaton can consume each next character. A backtracking engine is then linear in the
 * text: a wrong alternative fails at the next character.
 */
export function isUnambiguous(start: NfaState): boolean {
  const pending = new Set([start])
  // The iteration of a set includes elements that are added during it.
  for (const state of pending) {
    const sets = nextSets(state)
    if (!sets) return false
    for (const [index, { set, next }] of sets.entries()) {
      if (sets.slice(0, index).some((other) => set.mayIntersect(other.set))) return false
      for (const after of next) pending.add(after)
    }
  }
  return true
}

/** The sets of which the next character must be one; undefined if several paths lead to a state. Assertions count as true. */
function nextSets(start: NfaState): SetState[] | undefined {
  const isSet = (state: NfaState): state is SetState => state.kind === 'set'
  const reached = [...reachableStates(start, isSet)]
  const steps = reached.flatMap((state) => (isSet(state) ? [] : state.next))
  return steps.length < reached.length ? reached.filter(isSet) : undefined
}
