import {
  formatJson,
  isArray,
  isNumber,
  isObject,
  isString,
  type Json,
  quote,
  truncate,
} from '@workbench/json-text'

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
