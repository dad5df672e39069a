/** Any value that JSON text can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** A JSON object: neither an array nor null. */
export type JsonObject = Readonly<Record<string, unknown>>

/* `Array.isArray`, `Number.isFinite` and `Number.isInteger` are read once, so that their later replacement has no effect. */

export const isArray: (value: unknown) => value is readonly unknown[] = Array.isArray

/** Whether a value is a JSON object: neither an array nor null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !isArray(value)

export const isString = (value: unknown): value is string => typeof value === 'string'

/** Whether the value is a number that JSON can represent: neither NaN nor infinite. */
export const isNumber = Number.isFinite as (value: unknown) => value is number

export const isInteger = Number.isInteger as (value: unknown) => value is number

/** Whether the object has an own, enumerable property of that name, as `JSON.stringify` requires. */
export const hasMember = (object: object, name: string): boolean =>
  Object.prototype.propertyIsEnumerable.call(object, name)

/** The value at a path of member names in nested objects; undefined if there is none. */
export const valueAt = (root: unknown, ...names: readonly string[]): unknown =>
  names.reduce((value, name) => (isObject(value) ? value[name] : undefined), root)

/** The value of a JSON text; undefined if it is not JSON. */
export function tryParse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Compares JSON values. `0` equals `-0`, and the order of members does not matter. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (isArray(a)) {
    return isArray(b) && a.length === b.length && a.every((item, index) => jsonEqual(item, b[index]))
  }
  if (!isObject(a) || !isObject(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => hasMember(b, name) && jsonEqual(a[name], b[name]))
  )
}

/** Length in Unicode code points, as JSON Schema defines it; a surrogate pair counts as one. */
export const codePoints = (text: string): number => text.replaceAll(SURROGATE_PAIR, ' ').length

const SURROGATE_PAIR = /[\ud800-\udbff][\udc00-\udfff]/g

/** Whether the value nests more than `limit` levels of arrays and objects. Not recursive. */
export function isDeeperThan(limit: number, value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true
    // Each container once: if a value contains itself twice, the number of paths to it doubles with each level.
    const containers = new Set(level.filter((item) => typeof item === 'object' && item !== null))
    level = Array.from(containers).flatMap((container): unknown[] => Object.values(container))
  }
  return false
}
