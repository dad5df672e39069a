import { isString, type Json, memoized } from '@workbench/json-text'
import { isSameWord, Suggester } from '../words/did-you-mean.ts'
import { saysMore } from '../words/another-word.ts'
import type { FailureOf } from '../failures/failure.ts'
import type { Correction } from '../failures/correction.ts'
import { unwrapOnlyChild } from './conversions/only-child.ts'

/** A misspelt string of an `enum`, or one in a list or an object. */
export function allowedValue(failure: FailureOf<'enum'>): Correction | undefined {
  const { received, expected, path } = failure
  if (!isString(received)) return unwrapOnlyChild(failure, isString)
  const suggestion = suggesterOf(expected).suggest(received)
  if (!suggestion || saysMore(received, suggestion.word)) return undefined
  const { word, isCertain } = suggestion
  return { suggestion: word, fix: isCertain ? [{ op: 'replace', path, value: word }] : undefined }
}

export const suggesterOf = memoized((values: readonly Json[]) => new Suggester(values.filter(isString)))

/** A `const` in another spelling. */
export const sameWord = ({ received, expected, path }: FailureOf<'const'>): Correction | undefined =>
  isString(expected) && isString(received) && isSameWord(expected, received)
    ? { suggestion: expected, fix: [{ op: 'replace', path, value: expected }] }
    : undefined
