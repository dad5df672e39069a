import type { NfaState } from './nfa.ts'
import { CharacterSet } from './character-set.ts'
import { successors, reachableStates } from './ambiguity.ts'

/** Whether a text matches. */
export interface Matcher {
  test(text: string): boolean
}

/**
 * Follows an automaton along a text, all ways at once, so that no text takes more than its length times the automaton's.
 * Says of every text what the regular expression would say, some day.
 */
export function simulateNfa(start: NfaState): Matcher {
  const sets = new Map<string, CharacterSet>()
  const places = new Map<string, RegExp>()
  for (const step of reachableStates(start)) {
    if (step.kind === 'set' && !sets.has(step.source)) sets.set(step.source, new CharacterSet(step.source))
    if (step.kind === 'place' && !places.has(step.source))
      places.set(step.source, new RegExp(step.source, 'uy'))
  }
  return { test: matches }

  function matches(text: string): boolean {
    let steps: readonly NfaState[] = []
    for (let at = 0; ;) {
      // A match may begin anywhere.
      const reached = reachedAt([...steps, start], text, at)
      if (reached === 'end') return true
      if (at >= text.length) return false
      const code = text.codePointAt(at) ?? 0
      const character = String.fromCodePoint(code)
      steps = reached.filter((step) => sets.get(step.source)?.has(character, code)).map((step) => step.next)
      at += character.length
    }
  }

  /** What takes the next character; `end` where the text matches already. */
  function reachedAt(
    steps: readonly NfaState[],
    text: string,
    at: number,
  ): (NfaState & { kind: 'set' })[] | 'end' {
    const reached: (NfaState & { kind: 'set' })[] = []
    const [pending, seen] = [[...steps], new Set<NfaState>()]
    for (let step = pending.pop(); step; step = pending.pop()) {
      if (seen.has(step)) continue
      seen.add(step)
      if (step.kind === 'end') return 'end'
      if (step.kind === 'set') reached.push(step)
      else if (step.kind === 'fork' || isAt(step.source, text, at)) pending.push(...successors(step))
    }
    return reached
  }

  function isAt(place: string, text: string, at: number): boolean {
    const expression = places.get(place)
    if (expression) expression.lastIndex = at
    return expression?.test(text) === true
  }
}
