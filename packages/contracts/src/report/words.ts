import { hasSurrogates, isArray, isObject, isString, type Json } from '../json.ts'

/** Longest piece of a received string that a message or `received` repeats, in code points. */
const LONGEST_ECHO = 60
/** Most names or values that a message lists; `expected` holds them all. */
const LONGEST_LIST = 24

/** `1 item`, `2 items`. */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

/** The JSON type of a value, as the `type` keyword names it. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (isArray(value)) return 'array'
  return typeof value
}

/** What came, short: as data and in words. */
export interface Received {
  readonly data: Json
  readonly words: string
}

export function receivedAs(value: unknown): Received {
  if (!isString(value)) return { data: inShort(value), words: inWords(value) }
  const data = shortened(value)
  return { data, words: `the string ${inQuotes(data)}` }
}

/** A received value in words: scalars themselves, containers by type and count. */
export function inWords(value: unknown): string {
  if (isString(value)) return `the string ${quoted(value)}`
  if (isArray(value)) return `an array of ${count(value.length, 'item')}`
  if (isObject(value)) return `an object of ${count(Object.keys(value).length, 'member')}`
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${String(value)}`
  return value === null ? 'null' : `a value that JSON does not have (${typeof value})`
}

/** A received value as short data: scalars themselves, containers by their type. */
export function inShort(value: unknown): Json {
  if (isString(value)) return shortened(value)
  if (value === null || typeof value === 'boolean') return value
  return Number.isFinite(value)
    ? (value as number)
    : typeof value === 'number'
      ? String(value)
      : typeOf(value)
}

/** A string in JSON's quotes, cut when it is long. */
export const quoted = (text: string): string => inQuotes(shortened(text))

/** A string as JSON writes it. Few need more than the quotes, and to look is quicker than to write. */
const inQuotes = (text: string): string => (NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`)

/** What JSON does not write as it is, and lone surrogates with the others of their kind. */
// eslint-disable-next-line no-control-regex -- those are the ones
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/

/** Values in words, as in `"a", "b" or "c"`. */
export function listed(values: readonly unknown[], conjunction: 'and' | 'or'): string {
  const shown = values
    .slice(0, LONGEST_LIST)
    .map((value) => (isString(value) ? quoted(value) : asJson(value)))
  if (values.length > shown.length) shown.push(`${values.length - shown.length} more`)
  const last = shown.pop() ?? 'nothing'
  return shown.length === 0 ? last : `${shown.join(', ')} ${conjunction} ${last}`
}

/** Ends a message; nothing where there is no suggestion. */
export const didYouMean = (suggestion: Json | undefined): string =>
  suggestion === undefined ? '' : `; did you mean ${asJson(suggestion)}?`

/** A value of a schema in JSON, cut when it is long. */
export const asJson = (value: unknown): string =>
  shortened(isString(value) ? inQuotes(value) : JSON.stringify(value))

function shortened(text: string): string {
  if (text.length <= LONGEST_ECHO) return text
  const units = text.slice(0, LONGEST_ECHO)
  if (!hasSurrogates(units)) return `${units.slice(0, -1)}…`
  // Twice as many code units hold at least this many code points, so no long text is taken apart whole.
  const beginning = Array.from(text.slice(0, 2 * LONGEST_ECHO + 2))
  return beginning.length <= LONGEST_ECHO ? text : `${beginning.slice(0, LONGEST_ECHO - 1).join('')}…`
}
