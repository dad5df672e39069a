import { codePoints } from '../json.ts'
import type { Term } from './term.ts'
import type { Witness } from './witness.ts'

/** Gives strings that match a pattern; the more they differ, the more can be decided. */
export type SampleStrings = (pattern: string) => Iterable<string>

/** Longest string that is built, in characters. */
const LONGEST = 100_000

/** Strings of many kinds, for a pattern that has to be missed. */
const POOL = [
  '',
  'a',
  'A',
  '0',
  '-',
  '_',
  ' ',
  '.',
  '/',
  'é',
  '😀',
  '\n',
  'a b',
  'abc',
  '1234567890',
  'Zz-9',
  '!?#',
]

/** Any string of a term. */
export const stringIn = (term: Term, sample: SampleStrings): Witness => stringWhere(term, sample, () => true)

/** A string of a term with more characters than the limit. */
export function stringLongerThan(term: Term, sample: SampleStrings, limit: number): Witness {
  if (term.maxLength <= limit) return 'none'
  if (term.patterns.length > 0) return stringWhere(term, sample, (text) => codePoints(text) > limit)
  return limit < LONGEST ? { value: 'x'.repeat(limit + 1) } : 'unknown'
}

/** A string of a term that does not match a pattern. */
export function stringThatMisses(term: Term, sample: SampleStrings, pattern: string): Witness {
  if (term.patterns.includes(pattern)) return 'none'
  const expression = new RegExp(pattern, 'u')
  return stringWhere(term, sample, (text) => !expression.test(text))
}

/** Different strings of a term, as many as are found. */
export function stringsIn(
  term: Term,
  sample: SampleStrings,
): { readonly found: string[]; readonly areAll: boolean } {
  if (term.maxLength === 0) return { found: [''].filter((text) => matches(term, text)), areAll: true }
  return { found: [...new Set(candidates(term, sample))].filter((text) => isIn(term, text)), areAll: false }
}

function stringWhere(term: Term, sample: SampleStrings, accepts: (text: string) => boolean): Witness {
  for (const text of candidates(term, sample)) if (isIn(term, text) && accepts(text)) return { value: text }
  return stringsIn(term, sample).areAll ? 'none' : 'unknown'
}

function* candidates(term: Term, sample: SampleStrings): Iterable<string> {
  yield* POOL
  for (let index = 0; index < 64; index++) yield `x${index}`.slice(0, Math.min(3, term.maxLength))
  for (let unit = 33; unit < 33 + 400 && term.patterns.length === 0; unit++) yield String.fromCharCode(unit)
  for (const pattern of term.patterns) yield* sample(pattern)
}

const isIn = (term: Term, text: string): boolean => codePoints(text) <= term.maxLength && matches(term, text)

const matches = (term: Term, text: string): boolean =>
  term.patterns.every((pattern) => new RegExp(pattern, 'u').test(text))
