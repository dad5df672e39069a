import { codePoints } from '../json.ts'
import { exampleText } from '../regexp/example-text.ts'
import type { Conjunction } from './conjunction.ts'
import type { Example } from './example.ts'

/** Limit of the length of strings that are built, in characters. */
const MAX_LENGTH = 100_000

/** Strings with different character classes. */
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

export const anyString = (conjunction: Conjunction): Example => stringWhere(conjunction, () => true)

/** @param limit in characters (code points). */
export function stringLongerThan(conjunction: Conjunction, limit: number): Example {
  if (conjunction.maxLength <= limit) return 'none'
  const longer = limit < MAX_LENGTH ? ['x'.repeat(limit + 1)] : []
  return stringWhere(conjunction, (text) => codePoints(text) > limit, longer)
}

export function unlistedString(conjunction: Conjunction, listed: readonly unknown[]): Example {
  const characters = Array.from({ length: listed.length + 1 }, (_, index) => String.fromCodePoint(97 + index))
  return stringWhere(conjunction, (text) => !listed.includes(text), ['', ...characters])
}

/**
 * A string that the conjunction accepts and that meets a further condition. Tries one string for each pattern of the
 * conjunction and some others: which strings a pattern matches is not searched.
 */
export function stringWhere(
  conjunction: Conjunction,
  isWanted: (text: string) => boolean,
  candidates: readonly string[] = [],
): Example {
  const matching = conjunction.patterns.flatMap((pattern) => exampleText(pattern) ?? [])
  const value = [...candidates, ...matching, ...VARIED].find(
    (text) => isWanted(text) && conjunction.accepts(text),
  )
  if (value !== undefined) return { value }
  // Then '' is the only string.
  return conjunction.maxLength === 0 ? 'none' : 'unknown'
}
