import { stringifyEscaped } from '../escape.ts'
import { isArray, isNumber, isObject, isString, type Json } from '../json.ts'

/** The length, in code points, to which a message and its `received` truncate a received string. */
const MAX_ECHO_LENGTH = 60
/** The number of names or values that a message lists; `expected` contains all of them. */
const MAX_LIST_LENGTH = 24

/** A count with its noun, in the plural with an `s`: `1 item`, `2 items`. */
export const pluralize = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

/** The type of a value as the `type` keyword names it. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null'
  if (isArray(value)) return 'array'
  return typeof value
}

/** Describes a value for a message: a scalar by its value, an array or object by its size. */
export function describeValue(value: unknown): string {
  if (isString(value)) return `the string ${quote(value)}`
  if (isArray(value)) return `an array of ${pluralize(value.length, 'item')}`
  if (isObject(value)) return `an object of ${pluralize(Object.keys(value).length, 'member')}`
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${String(value)}`
  return value === null ? 'null' : `a value that JSON does not have (${typeof value})`
}

/** Shortens a value for `received`: a scalar is kept, an array or object becomes the name of its type. */
export function summarizeValue(value: unknown): Json {
  if (isString(value)) return truncate(value)
  if (value === null || typeof value === 'boolean') return value
  return isNumber(value) ? value : typeof value === 'number' ? String(value) : jsonTypeOf(value)
}

/** Truncates a string and quotes it as JSON does. */
export const quote = (text: string): string => quoteWhole(truncate(text))

const quoteWhole = (text: string): string => (NEEDS_ESCAPE.test(text) ? stringifyEscaped(text) : `"${text}"`)

/** A character that JSON or {@link stringifyEscaped} escapes. */
const NEEDS_ESCAPE = /["\\\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]/u

/** For example `"a", "b" or "c"`. */
export function formatList(values: readonly unknown[], conjunction: 'and' | 'or'): string {
  const shown = values
    .slice(0, MAX_LIST_LENGTH)
    .map((value) => (isString(value) ? quote(value) : formatJson(value)))
  if (values.length > shown.length) shown.push(`${values.length - shown.length} more`)
  const last = shown.pop() ?? 'nothing'
  return shown.length === 0 ? last : `${shown.join(', ')} ${conjunction} ${last}`
}

/** The end of a message; empty without a suggestion. */
export const didYouMeanSuffix = (suggestion: Json | undefined): string =>
  suggestion === undefined ? '' : `; did you mean ${formatJson(suggestion)}?`

/** Formats a value of a schema as JSON and truncates it. */
export const formatJson = (value: unknown): string =>
  truncate(isString(value) ? quoteWhole(value) : isNumber(value) ? `${value}` : stringifyEscaped(value))

/** A longer text; the group is what a message keeps of it. */
const TOO_LONG = new RegExp(`^([^]{${MAX_ECHO_LENGTH - 1}})[^]{2}`, 'u')

/** Truncates a text of the artifact or of a schema for a message. */
export function truncate(text: string): string {
  const start = text.length > MAX_ECHO_LENGTH ? TOO_LONG.exec(text)?.[1] : undefined
  return start === undefined ? text : `${start}…`
}
