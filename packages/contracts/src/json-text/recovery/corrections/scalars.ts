import { truncate } from '../../../violations/messages.ts'
import { deleting, replacing } from '../edits.ts'
import type { Failure } from '../failure.ts'
import type { Correction } from '../apply-rule.ts'
import { toJsonNumber } from './json-number.ts'
import { encodeNonFinite } from '../non-finite.ts'

const JSON_LITERALS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' }

/** Outside of containers, a word is a value only if nothing follows; otherwise it is text before the artifact. */
const isValue = ({ text, at, expected }: Failure, word: string): boolean =>
  expected !== 'value' || text.slice(at + word.length).trim() === ''

/** Writes `True`, `None` and the like as JSON does. */
export function correctLiteral(failure: Failure, word: string): Correction | undefined {
  const replacement = JSON_LITERALS[word.charAt(0).toLowerCase()]
  if (replacement === undefined || !isValue(failure, word)) return undefined
  return { kind: replacement, replacement, hint: `write it as ${replacement}`, steps: ['value'] }
}

/** Replaces a value that JSON does not have, for validation. */
export const replaceNonJson = (failure: Failure, word: string): Correction | undefined =>
  isValue(failure, word)
    ? {
        replacement: word === 'undefined' ? 'null' : encodeNonFinite(word),
        steps: ['value'],
        hint: `JSON has no ${word}; write a value that the contract allows`,
      }
    : undefined

export function correctNumber({ at }: Failure, word: string): Correction | undefined {
  const number = toJsonNumber(word)
  if (!number) return undefined
  const { text, isLossless } = number
  const edits = [replacing(at, at + word.length, text)]
  return { edits, steps: ['value'], hint: `write it as ${truncate(text)}`, isLossless }
}

/** Corrects a number whose first digits are a JSON number, or quotes a text that starts with a number. */
export function correctNumberEnd(failure: Failure, rest: string): Correction | undefined {
  const { text, scalar, at } = failure
  if (scalar?.end !== at || !/[\d-]/.test(text.charAt(scalar.start))) return undefined
  const { start } = scalar
  const word = text.slice(start, at) + rest
  const end = start + word.length
  const asText: Correction = {
    edits: [replacing(start, end, JSON.stringify(word))],
    steps: ['value'],
    hint: 'write text in double quotes',
    isLossless: false,
  }
  const correction = correctNumber({ ...failure, at: start }, word) ?? asText
  return { ...correction, at: end, start, offset: start, expected: 'value' }
}

/** Joins the groups of digits of a number that contains commas, which only objects show not to be separate values. */
export function joinThousands({ text, at, scalar, comma }: Failure, groups: string): Correction | undefined {
  if (scalar?.end !== comma || comma + 1 !== at) return undefined
  if (!/^-?\d{1,3}$/.test(text.slice(scalar.start, scalar.end))) return undefined
  const commas = Array.from(groups.matchAll(/,/g), ({ index }) => at + index)
  const number = text.slice(scalar.start, at).replace(',', '') + groups.replaceAll(',', '')
  return {
    edits: [comma, ...commas].map((each) => deleting(each, each + 1)),
    steps: ['value'],
    hint: `write it as ${number}`,
  }
}
