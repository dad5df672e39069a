import { codePoints } from '../json.ts'
import type { Conjunction } from './conjunction.ts'
import type { Example } from './example.ts'

/** Generates strings that match a pattern. The more varied they are, the fewer changes remain `unknown`. */
export type SampleStrings = (pattern: string) => Iterable<string>

/** Limit of the length of strings that are built, in characters. */
const MAX_LENGTH = 100_000

/** Strings with different character classes, as candidates that do not match a pattern. */
const VARIED = [
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

export const anyString = (conjunction: Conjunction, sample: SampleStrings): Example =>
  stringWhere(conjunction, sample, () => true)

/** @param limit in characters (code points). */
export function stringLongerThan(conjunction: Conjunction, sample: SampleStrings, limit: number): Example {
  if (conjunction.maxLength <= limit) return 'none'
  if (conjunction.patterns.length > 0)
    return stringWhere(conjunction, sample, (text) => codePoints(text) > limit)
  return limit < MAX_LENGTH ? { value: 'x'.repeat(limit + 1) } : 'unknown'
}

export function stringNotMatching(conjunction: Conjunction, sample: SampleStrings, pattern: string): Example {
  if (conjunction.patterns.includes(pattern)) return 'none'
  const expression = new RegExp(pattern, 'u')
  return stringWhere(conjunction, sample, (text) => !expression.test(text))
}

/** Distinct accepted strings, and whether they are all the accepted ones. */
export function distinctStrings(
  conjunction: Conjunction,
  sample: SampleStrings,
): { readonly found: string[]; readonly areAll: boolean } {
  const areAll = conjunction.maxLength === 0
  const texts = areAll ? [''] : [...new Set(candidates(conjunction, sample))]
  return { found: texts.filter((text) => isAccepted(conjunction, text)), areAll }
}

function stringWhere(
  conjunction: Conjunction,
  sample: SampleStrings,
  qualifies: (text: string) => boolean,
): Example {
  for (const text of candidates(conjunction, sample)) {
    if (isAccepted(conjunction, text) && qualifies(text)) return { value: text }
  }
  return distinctStrings(conjunction, sample).areAll ? 'none' : 'unknown'
}

function* candidates(conjunction: Conjunction, sample: SampleStrings): Iterable<string> {
  yield* VARIED
  for (let index = 0; index < 64; index++) yield `x${index}`.slice(0, Math.min(3, conjunction.maxLength))
  if (conjunction.patterns.length === 0) {
    for (let unit = 33; unit < 33 + 400; unit++) yield String.fromCharCode(unit)
  }
  for (const pattern of conjunction.patterns) yield* sample(pattern)
}

const isAccepted = (conjunction: Conjunction, text: string): boolean =>
  codePoints(text) <= conjunction.maxLength &&
  conjunction.patterns.every((pattern) => new RegExp(pattern, 'u').test(text))
