import { alphabetOf } from './alphabet.ts'
import { parseRegExp, UnsupportedRegExpError } from '@workbench/contracts/internal'
import { SubsetAutomaton } from './subset-automaton.ts'

/** Limit of the states that a search visits, which bounds its time and memory. */
const MAX_VISITED = 4_000_000

/** A position that is kept counts as so many visited states. */
const VISITS_PER_POSITION = 20

export interface TextConditions {
  /** Patterns that the text must match. `linearMatcher()` supports them. */
  readonly matching: readonly string[]
  /** A pattern that the text must not match. */
  readonly notMatching?: string | undefined
  /** Limits of the length in characters. */
  readonly minLength?: number
  readonly maxLength?: number
}

/**
 * Returns the shortest text that meets the conditions: `none` if it is proven that no text does, `unknown` if the search
 * takes too long. It tries shorter texts first, and of those that lead all automata to the same positions only one.
 *
 * The text is to be verified: half a surrogate pair counts as a character, and two halves can meet in the text.
 */
export function shortestText(conditions: TextConditions): { readonly value: string } | 'none' | 'unknown' {
  try {
    return search(conditions)
  } catch (error) {
    if (error instanceof UnsupportedRegExpError) return 'unknown'
    throw error
  }
}

function search({ matching, notMatching, minLength = 0, maxLength = Infinity }: TextConditions) {
  const expressions = [...matching, ...(notMatching === undefined ? [] : [notMatching])].map(parseRegExp)
  let alphabet: readonly string[] | undefined
  const automata = expressions.map((expression) => new SubsetAutomaton(expression))
  const starts = automata.map((automaton, index) => ({
    automaton,
    position: automaton.start,
    mustMatch: index < matching.length,
  }))
  const seen = new Set<string>()
  const texts = [{ value: '', length: 0, runs: starts }]
  // The iteration of an array includes elements that are added during it.
  for (const { value, length, runs } of texts) {
    const isFound = runs.every((run) => run.automaton.matchesAtEnd(run.position) === run.mustMatch)
    if (isFound && length >= minLength) return { value }
    const visited = automata.reduce((sum, automaton) => sum + automaton.visited, 0)
    if (visited + seen.size * VISITS_PER_POSITION > MAX_VISITED) return 'unknown'
    if (length === maxLength) continue
    alphabet ??= alphabetOf(expressions)
    for (const character of alphabet) {
      const next = runs.map((run) => ({ ...run, position: run.automaton.after(run.position, character) }))
      if (next.some(({ position, mustMatch }) => position === (mustMatch ? 'failed' : 'matched'))) continue
      const keys = next.map(({ automaton, position }) => automaton.keyOf(position))
      const key = [Math.min(length + 1, minLength), ...keys].join()
      if (!seen.has(key)) texts.push({ value: value + character, length: length + 1, runs: next })
      seen.add(key)
    }
  }
  return 'none'
}
