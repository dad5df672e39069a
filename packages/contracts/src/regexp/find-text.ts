import { distinctCharacters } from './distinct-characters.ts'
import { linearMatcher } from './linear-matcher.ts'
import { UnsupportedRegExpError } from './nfa.ts'
import { TextAutomaton, type TextState } from './text-automaton.ts'

/** Sources of expressions with the `u` flag. Lengths are in characters (code points). */
export interface TextRequirements {
  readonly matching: readonly string[]
  readonly notMatching?: string
  readonly minLength?: number
  readonly maxLength?: number
}

interface Condition {
  readonly automaton: TextAutomaton
  /** Whether the text has to match. */
  readonly isMatching: boolean
  /** Whether the text matches, if the automaton is not exact. */
  readonly matches: (text: string) => boolean
}

/** A text, with the state of each automaton after it. */
interface Candidate {
  readonly text: string
  readonly states: readonly TextState[]
}

/** Limit of the search: a few tenths of a second. */
const MAX_STEPS = 2_000_000

/**
 * Limit of texts of one length that are continued if an automaton is not exact. Texts with equal states are then not
 * interchangeable.
 */
const MAX_SAMPLES = 500

/**
 * Finds a shortest text that meets the requirements, by a search through the texts in the order of their length. Of
 * texts after which all automata are in the same states, one is continued. With lookarounds, only samples are searched.
 * @returns `none` if no text meets them, `unknown` if that could not be decided.
 */
export function findText({
  matching,
  notMatching,
  minLength = 0,
  maxLength = Infinity,
}: TextRequirements): { readonly value: string } | 'none' | 'unknown' {
  const conditions = conditionsOf(matching, notMatching)
  if (!conditions) return 'unknown'
  const isExact = conditions.every(({ automaton }) => automaton.isExact)
  const alphabet = distinctCharacters([...new Set(conditions.flatMap(({ automaton }) => automaton.sets))])
  const seen = new Set<string>()
  const isNew = ({ states }: Candidate): boolean => seen.size < seen.add(keyOf(states)).size
  let texts: readonly Candidate[] = [
    { text: '', states: conditions.map(({ automaton }) => automaton.initial) },
  ]
  let steps = 0
  for (let length = 0; texts.length > 0; length++) {
    const found = length >= minLength && texts.find((candidate) => isMet(candidate, conditions))
    // Characters that are surrogates can form a pair, which is another character.
    if (found) return Array.from(found.text).length === length ? { value: found.text } : 'unknown'
    if (length >= maxLength) break
    // Only texts of the same length are interchangeable while they are too short.
    if (length < minLength) seen.clear()
    const longer: Candidate[] = []
    for (const candidate of texts) {
      const continued = continuations(candidate, conditions, alphabet)
      longer.push(...(isExact ? continued.filter(isNew) : continued))
      steps += alphabet.length + (isExact ? 0 : length)
      if (conditions.reduce((sum, { automaton }) => sum + automaton.visited, steps) > MAX_STEPS)
        return 'unknown'
    }
    texts = isExact ? longer : sampled(longer)
  }
  return isExact ? 'none' : 'unknown'
}

/** Undefined if an expression is not supported. */
function conditionsOf(matching: readonly string[], notMatching: string | undefined): Condition[] | undefined {
  try {
    return [
      ...matching.map((source) => condition(source, true)),
      ...(notMatching === undefined ? [] : [condition(notMatching, false)]),
    ]
  } catch (error) {
    if (error instanceof UnsupportedRegExpError) return undefined
    throw error
  }
}

function condition(source: string, isMatching: boolean): Condition {
  const automaton = new TextAutomaton(source)
  const matcher = automaton.isExact ? undefined : linearMatcher(source)
  return { automaton, isMatching, matches: (text) => matcher?.test(text) ?? true }
}

const isMet = ({ text, states }: Candidate, conditions: readonly Condition[]): boolean =>
  conditions.every(
    ({ automaton, isMatching, matches }, index) =>
      (automaton.matchesAtEnd(states[index] ?? 'failed') && matches(text)) === isMatching,
  )

/** The texts with one more character that can still meet the conditions. */
function continuations(
  { text, states }: Candidate,
  conditions: readonly Condition[],
  alphabet: readonly string[],
): Candidate[] {
  const following = conditions.map(({ automaton }, index) =>
    automaton.following(states[index] ?? 'failed', alphabet),
  )
  return alphabet.flatMap((character, index) => {
    const next = following.map((each) => each[index] ?? 'failed')
    const isPossible = conditions.every(
      ({ automaton, isMatching }, conditionIndex) =>
        next[conditionIndex] !== (isMatching ? 'failed' : automaton.isExact ? 'matched' : undefined),
    )
    return isPossible ? [{ text: text + character, states: next }] : []
  })
}

const keyOf = (states: readonly TextState[]): string =>
  states.map((state) => (typeof state === 'string' ? state : state.id)).join()

/** Distributed evenly, as the fractional parts of multiples of the golden ratio are. */
function sampled(texts: readonly Candidate[]): Candidate[] {
  const goldenRatio = (Math.sqrt(5) - 1) / 2
  return texts.filter((_, index) => (index * goldenRatio) % 1 < MAX_SAMPLES / texts.length)
}
