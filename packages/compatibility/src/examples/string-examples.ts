import { codePoints, isString } from '@workbench/json-text'
import { exampleText, linearMatcher } from '@workbench/contracts/internal'
import { shortestText, type TextConditions } from '../regexp/shortest-text.ts'
import type { Conjunction } from '../schemas/conjunction.ts'
import type { Example } from './example.ts'

/** Limit of the length of strings that are built, in characters. */
const MAX_LENGTH = 100_000

/** Strings with different character classes. */
const VARIED = ['', ...Array.from('aA0-_ ./é😀\n'), 'a b', 'abc', '1234567890', 'Zz-9', '!?#']

export const anyString = (conjunction: Conjunction): Example => stringWhere(conjunction, () => true)

/** @param limit in characters (code points). */
export function stringLongerThan(conjunction: Conjunction, limit: number): Example {
  if (conjunction.maxLength <= limit) return 'none'
  const minLength = Math.min(limit + 1, MAX_LENGTH)
  return stringWhere(conjunction, (text) => codePoints(text) > limit, { minLength })
}

export function unlistedString(conjunction: Conjunction, listed: readonly unknown[]): Example {
  const alternatives = listed.filter(isString).map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return stringWhere(conjunction, (text) => !listed.includes(text), {
    notMatching: alternatives.length === 0 ? undefined : `^(?:${alternatives.join('|')})$`,
  })
}

/** @param pattern that {@link linearMatcher} supports. */
export function stringNotMatching(conjunction: Conjunction, pattern: string): Example {
  const matcher = linearMatcher(pattern)
  return stringWhere(conjunction, (text) => !matcher.test(text), { notMatching: pattern })
}

/**
 * A string that the conjunction accepts and that meets a further condition: the shortest one that its patterns and
 * lengths allow. If the search takes too long, or another keyword such as `if` rejects that string, some others are tried.
 */
function stringWhere(
  conjunction: Conjunction,
  isWanted: (text: string) => boolean,
  condition: Pick<TextConditions, 'notMatching' | 'minLength'> = {},
): Example {
  const { patterns, maxLength } = conjunction
  const shortest = shortestText({ ...condition, matching: patterns, maxLength })
  if (shortest === 'none') return 'none'
  const candidates = [...patterns.flatMap((pattern) => exampleText(pattern) ?? []), ...VARIED]
  const value = [...(shortest === 'unknown' ? [] : [shortest.value]), ...candidates].find(
    (text) => isWanted(text) && conjunction.accepts(text),
  )
  if (value !== undefined) return { value }
  // Then '' is the only string.
  return maxLength === 0 ? 'none' : 'unknown'
}
