import { codePoints, isString } from '../json.ts'
import { exampleText } from '../regexp/example-text.ts'
import { findText, type TextRequirements } from '../regexp/find-text.ts'
import { linearMatcher } from '../regexp/linear-matcher.ts'
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

export function anyString(conjunction: Conjunction): Example {
  const example = candidate(conjunction, () => true)
  return example === 'unknown'
    ? findText({ matching: conjunction.patterns, maxLength: conjunction.maxLength })
    : example
}

/** @param limit in characters (code points). */
export function stringLongerThan(conjunction: Conjunction, limit: number): Example {
  if (conjunction.maxLength <= limit) return 'none'
  if (conjunction.patterns.length > 0)
    return stringWhere(conjunction, { minLength: limit + 1 }, (text) => codePoints(text) > limit)
  return limit < MAX_LENGTH ? { value: 'x'.repeat(limit + 1) } : 'unknown'
}

export function stringNotMatching(conjunction: Conjunction, pattern: string): Example {
  if (conjunction.patterns.includes(pattern)) return 'none'
  const matcher = linearMatcher(pattern)
  return stringWhere(conjunction, { notMatching: pattern }, (text) => !matcher.test(text))
}

export function unlistedString(conjunction: Conjunction, listed: readonly unknown[]): Example {
  const texts = listed.filter(isString)
  if (texts.length === 0) return anyString(conjunction)
  const notMatching = `^(?:${texts.map(escapeRegExp).join('|')})$`
  return stringWhere(conjunction, { notMatching }, (text) => !texts.includes(text))
}

const escapeRegExp = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)

/**
 * A string that the conjunction accepts and that meets further requirements.
 * @param isWanted whether a string meets them
 */
function stringWhere(
  conjunction: Conjunction,
  requirements: Omit<TextRequirements, 'matching'>,
  isWanted: (text: string) => boolean,
): Example {
  const { patterns: matching, maxLength } = conjunction
  const found = findText({ matching, maxLength, ...requirements })
  return found === 'unknown' || (found !== 'none' && !conjunction.accepts(found.value))
    ? candidate(conjunction, isWanted)
    : found
}

function candidate(conjunction: Conjunction, isWanted: (text: string) => boolean): Example {
  const candidates = [...conjunction.patterns.flatMap((pattern) => exampleText(pattern) ?? []), ...VARIED]
  const value = candidates.find((text) => isWanted(text) && conjunction.accepts(text))
  return value === undefined ? 'unknown' : { value }
}
