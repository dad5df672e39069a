import { isString, type Json } from '../json.ts'
import { memoized } from '../memoized.ts'
import { isSameWord, Suggester } from '../violations/did-you-mean.ts'
import { saysMore } from '../violations/suggestions/another-word.ts'
import type { FactOf } from '../violations/fact.ts'
import type { Correction } from './correction.ts'
import { unwrapOnlyChild } from './conversions/only-child.ts'

/** A misspelt string of an `enum`, or one in a list or an object. */
export function allowedValue(fact: FactOf<'enum'>): Correction | undefined {
  const { received, expected, path } = fact
  if (!isString(received)) return unwrapOnlyChild(fact, isString)
  const suggestion = suggesterOf(expected).suggest(received)
  if (!suggestion || saysMore(received, suggestion.word)) return undefined
  const { word, isCertain } = suggestion
  return { suggestion: word, fix: isCertain ? [{ op: 'replace', path, value: word }] : undefined }
}

export const suggesterOf = memoized((values: readonly Json[]) => new Suggester(values.filter(isString)))

/** A `const` in another spelling. */
export const sameWord = ({ received, expected, path }: FactOf<'const'>): Correction | undefined =>
  isString(expected) && isString(received) && isSameWord(expected, received)
    ? { suggestion: expected, fix: [{ op: 'replace', path, value: expected }] }
    : undefined
