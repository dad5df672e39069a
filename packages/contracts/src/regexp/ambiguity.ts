import { CharacterSet } from './character-set.ts'
import { type NfaState, type SetState, successors } from './nfa.ts'

/** The states that consume a character and are reachable without consuming one before. */
interface EpsilonClosure {
  readonly sets: readonly SetState[]
  /** Whether one path only leads to each state. */
  readonly isUnambiguous: boolean
}

/**
 * Whether at most one path of the automaton can consume each next character. A backtracking engine is then linear in the
 * text: a wrong alternative fails at the next character.
 */
export function isUnambiguous(start: NfaState): boolean {
  const characterSets = new Map<string, CharacterSet>()
  const [pending, seen] = [[start], new Set<NfaState>()]
  for (let state = pending.pop(); state; state = pending.pop()) {
    const closure = epsilonClosure(state)
    if (!closure.isUnambiguous) return false
    for (const [index, set] of closure.sets.entries()) {
      const previous = closure.sets.slice(0, index)
      if (previous.some((other) => characterSet(set.source).mayIntersect(characterSet(other.source))))
        return false
      if (!seen.has(set)) pending.push(set.next)
      seen.add(set)
    }
  }
  return true

  function characterSet(source: string): CharacterSet {
    const set = characterSets.get(source) ?? new CharacterSet(source)
    characterSets.set(source, set)
    return set
  }
}

/** Assertions count as satisfied. */
function epsilonClosure(start: NfaState): EpsilonClosure {
  const sets: SetState[] = []
  const [pending, seen] = [[start], new Set<NfaState>()]
  for (let state = pending.pop(); state; state = pending.pop()) {
    if (seen.has(state)) return { sets, isUnambiguous: false }
    seen.add(state)
    if (state.kind === 'set') sets.push(state)
    else pending.push(...successors(state))
  }
  return { sets, isUnambiguous: true }
}
