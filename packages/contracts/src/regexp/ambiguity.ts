import { CharacterSet } from './character-set.ts'
import type { NfaState } from './nfa.ts'

/** What can come next of a step without taking a character, and whether two ways lead to the same. */
interface EpsilonClosure {
  readonly sets: readonly (NfaState & { readonly kind: 'set' })[]
  readonly areUnique: boolean
}

/**
 * Whether there is at most one way to go on at each character. Trying one way after the other, as regular expressions do,
 * then takes time in proportion to the text: what was tried in vain ended at the next character.
 */
export function isUnambiguous(start: NfaState): boolean {
  const set = memoized((source: string) => new CharacterSet(source))
  const [pending, seen] = [[start], new Set<NfaState>()]
  for (let step = pending.pop(); step; step = pending.pop()) {
    const { sets, areUnique } = epsilonClosure(step)
    if (!areUnique) return false
    for (const [index, one] of sets.entries()) {
      if (sets.slice(0, index).some((other) => set(one.source).meets(set(other.source)))) return false
      if (!seen.has(one)) pending.push(one.next)
      seen.add(one)
    }
  }
  return true
}

/** Every step that is reached, those behind characters too; `stopsAt` are not gone beyond. */
export function reachableStates(
  start: NfaState,
  stopsAt: (step: NfaState) => boolean = () => false,
): Set<NfaState> {
  const [pending, seen] = [[start], new Set<NfaState>()]
  for (let step = pending.pop(); step; step = pending.pop()) {
    if (seen.has(step)) continue
    seen.add(step)
    if (!stopsAt(step)) pending.push(...successors(step))
  }
  return seen
}

export function successors(step: NfaState): readonly NfaState[] {
  switch (step.kind) {
    case 'end':
      return []
    case 'fork':
      return step.next
    default:
      return [step.next]
  }
}

function epsilonClosure(start: NfaState): EpsilonClosure {
  const sets: (NfaState & { kind: 'set' })[] = []
  const [pending, seen] = [[start], new Set<NfaState>()]
  for (let step = pending.pop(); step; step = pending.pop()) {
    if (seen.has(step)) return { sets, areUnique: false }
    seen.add(step)
    if (step.kind === 'set') sets.push(step)
    else pending.push(...successors(step))
  }
  return { sets, areUnique: true }
}

function memoized<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}
