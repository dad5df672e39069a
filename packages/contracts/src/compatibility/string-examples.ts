import { codePoints } from '../json.ts'
import type { Conjunction } from './conjunction.ts'
import type { Example } from './examples.ts'

/** Gives strings that match a pattern; the more they differ, the more can be decided. */
export type SampleStrings = (pattern: string) => Iterable<string>

/** Longest string that is built, in characters. */
const MAX_LENGTH = 100_000

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

/** Any string of a conjunction. */
export const anyString = (conjunction: Conjunction, sample: SampleStrings): Example =>
  stringWhere(conjunction, sample, () => true)

/** A string of a conjunction with more characters than the limit. */
export function stringLongerThan(conjunction: Conjunction, sample: SampleStrings, limit: number): Example {
  if (conjunction.maxLength <= limit) return 'none'
  if (conjunction.patterns.length > 0)
    return stringWhere(conjunction, sample, (text) => codePoints(text) > limit)
  return limit < MAX_LENGTH ? { value: 'x'.repeat(limit + 1) } : 'unknown'
}

/** A string of a conjunction that does not match a pattern. */
export function stringNotMatching(conjunction: Conjunction, sample: SampleStrings, pattern: string): Example {
  if (conjunction.patterns.includes(pattern)) return 'none'
  const expression = new RegExp(pattern, 'u')
  return stringWhere(conjunction, sample, (text) => !expression.test(text))
}

/** Different strings of a conjunction, as many as are found. */
export function distinctStrings(
  conjunction: Conjunction,
  sample: SampleStrings,
): { readonly found: string[]; readonly areAll: boolean } {
  if (conjunction.maxLength === 0)
    return { found: [''].filter((text) => matches(conjunction, text)), areAll: true }
  return {
    found: [...new Set(candidates(conjunction, sample))].filter((text) => isIn(conjunction, text)),
    areAll: false,
  }
}

function stringWhere(
  conjunction: Conjunction,
  sample: SampleStrings,
  accepts: (text: string) => boolean,
): Example {
  for (const text of candidates(conjunction, sample))
    if (isIn(conjunction, text) && accepts(text)) return { value: text }
  return distinctStrings(conjunction, sample).areAll ? 'none' : 'unknown'
}

function* candidates(conjunction: Conjunction, sample: SampleStrings): Iterable<string> {
  yield* POOL
  for (let index = 0; index < 64; index++) yield `x${index}`.slice(0, Math.min(3, conjunction.maxLength))
  for (let unit = 33; unit < 33 + 400 && conjunction.patterns.length === 0; unit++)
    yield String.fromCharCode(unit)
  for (const pattern of conjunction.patterns) yield* sample(pattern)
}

const isIn = (conjunction: Conjunction, text: string): boolean =>
  codePoints(text) <= conjunction.maxLength && matches(conjunction, text)

const matches = (conjunction: Conjunction, text: string): boolean =>
  conjunction.patterns.every((pattern) => new RegExp(pattern, 'u').test(text))
