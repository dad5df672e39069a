import { CharacterSet } from './character-set.ts'
import { type NfaState, reachableStates, type SetState, successors } from './nfa.ts'

/**
 * Whether at most one path of the automaton can consume each next character. A backtracking engine is then linear in the
 * text: a wrong alternative fails at the next character.
 */
export function isUnambiguous(start: NfaState): boolean {
  const characterSets = new Map<string, CharacterSet>()
  const pending = new Set([start])
  // The iteration of a set includes elements that are added during it.
  for (const state of pending) {
    const sets = nextSets(state)
    if (!sets) return false
    for (const [index, { source, next }] of sets.entries()) {
      const set = characterSet(source)
      if (sets.slice(0, index).some((other) => set.mayIntersect(characterSet(other.source)))) return false
      pending.add(next)
    }
  }
  return true

  function characterSet(source: string): CharacterSet {
    const set = characterSets.get(source) ?? new CharacterSet(source)
    characterSets.set(source, set)
    return set
  }
}

/** The sets of which the next character must be one; undefined if several paths lead to a state. Assertions count as true. */
function nextSets(start: NfaState): SetState[] | undefined {
  const isSet = (state: NfaState): state is SetState => state.kind === 'set'
  const reached = [...reachableStates(start, isSet)]
  const steps = reached.flatMap((state) => (isSet(state) ? [] : successors(state)))
  return steps.length < reached.length ? reached.filter(isSet) : undefined
}
