import { hasSurrogates, isArray, isObject, isString, type Json } from '../json.ts'

/** Longest piece of a received string that a message or `received` repeats, in code points. */
const MAX_ECHO_LENGTH = 60
/** Most names or values that a message lists; `expected` holds them all. */
const MAX_LIST_LENGTH = 24

/** A count with its noun, in the plural with an `s`: `1 item`, `2 items`. */
export const pluralize = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

/** The JSON type of a value, as the `type` keyword names it. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null'
  if (isArray(value)) return 'array'
  return typeof value
}

/** What came, short: as data and in words. */
export interface ReceivedValue {
  readonly data: Json
  readonly text: string
}

export function describeReceived(value: unknown): ReceivedValue {
  if (!isString(value)) return { data: summarizeValue(value), text: describeValue(value) }
  const data = truncate(value)
  return { data, text: `the string ${quoteWhole(data)}` }
}

/** A received value in words: scalars themselves, containers by type and count. */
export function describeValue(value: unknown): string {
  if (isString(value)) return `the string ${quote(value)}`
  if (isArray(value)) return `an array of ${pluralize(value.length, 'item')}`
  if (isObject(value)) return `an object of ${pluralize(Object.keys(value).length, 'member')}`
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${String(value)}`
  return value === null ? 'null' : `a value that JSON does not have (${typeof value})`
}

/** A received value as short data: scalars themselves, containers by their type. */
export function summarizeValue(value: unknown): Json {
  if (isString(value)) return truncate(value)
  if (value === null || typeof value === 'boolean') return value
  return Number.isFinite(value)
    ? (value as number)
    : typeof value === 'number'
      ? String(value)
      : jsonTypeOf(value)
}

/** A string in JSON's quotes, cut when it is long. */
export const quote = (text: string): string => quoteWhole(truncate(text))

/** A string as JSON writes it. Few need more than the quotes, and to look is quicker than to write. */
const quoteWhole = (text: string): string => (NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`)

/** What JSON does not write as it is, and lone surrogates with the others of their kind. */
// eslint-disable-next-line no-control-regex -- those are the ones
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/

/** Values in words, as in `"a", "b" or "c"`. */
export function formatList(values: readonly unknown[], conjunction: 'and' | 'or'): string {
  const shown = values
    .slice(0, MAX_LIST_LENGTH)
    .map((value) => (isString(value) ? quote(value) : formatJson(value)))
  if (values.length > shown.length) shown.push(`${values.length - shown.length} more`)
  const last = shown.pop() ?? 'nothing'
  return shown.length === 0 ? last : `${shown.join(', ')} ${conjunction} ${last}`
}

/** Ends a message; nothing where there is no suggestion. */
export const didYouMeanSuffix = (suggestion: Json | undefined): string =>
  suggestion === undefined ? '' : `; did you mean ${formatJson(suggestion)}?`

/** A value of a schema in JSON, cut when it is long. */
export const formatJson = (value: unknown): string =>
  truncate(isString(value) ? quoteWhole(value) : JSON.stringify(value))

function truncate(text: string): string {
  if (text.length <= MAX_ECHO_LENGTH) return text
  const units = text.slice(0, MAX_ECHO_LENGTH)
  if (!hasSurrogates(units)) return `${units.slice(0, -1)}…`
  // Twice as many code units hold at least this many code points, so no long text is taken apart whole.
  const beginning = Array.from(text.slice(0, 2 * MAX_ECHO_LENGTH + 2))
  return beginning.length <= MAX_ECHO_LENGTH ? text : `${beginning.slice(0, MAX_ECHO_LENGTH - 1).join('')}…`
}
