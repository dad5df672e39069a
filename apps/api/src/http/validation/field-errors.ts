import { error as validatorErrors } from 'express-openapi-validator'

import type { Operation } from '../../openapi/operations.ts'
import type { FieldError } from '../../problems/problem.ts'

/** Maximum length of a field name in a response, in code points. */
const MAX_FIELD_LENGTH = 100

/** Truncates a name from a request for an error message. An empty name becomes `""`. */
export const truncateName = (name: string): string =>
  name === ''
    ? '""'
    : Array.from(name.slice(0, 2 * MAX_FIELD_LENGTH))
        .slice(0, MAX_FIELD_LENGTH)
        .join('')

/**
 * Converts an error of express-openapi-validator; returns undefined for any other error. The library says which keyword
 * of the schema failed, but not its value, which is looked up in the schema.
 */
export function toFieldErrors(error: unknown, operation: Operation): FieldError[] | undefined {
  if (!(error instanceof validatorErrors.BadRequest)) return undefined
  const found = error.errors.map(({ path, message, errorCode }) => {
    // The library renames `type` in schemas of timestamps.
    const keyword = errorCode?.split('.')[0]?.replace('x-eov-', '') ?? ''
    // The library reports an unknown member with an empty name at an empty path.
    const isUnnamed = path === '' && keyword === 'additionalProperties'
    const { location, item, name } = parsePath(path, operation)
    const field = item + (isUnnamed ? truncateName('') : toFieldName(location, name, item))
    const schemas = operation
      .schemasOf(location === 'headers' ? 'header' : location, name)
      .filter(({ type }) => item === '' || name !== '' || type !== 'array')
    const rule = schemas.find((schema) => keyword in schema && message.includes(patternOf(keyword, schema)))
    // An empty parameter is not even a list.
    const allowed = keyword === 'type' ? schemas.find((schema) => 'enum' in schema)?.['enum'] : undefined
    if (allowed !== undefined && location === 'query')
      return { keyword: 'enum', field, message: toMessage('enum', location, allowed, undefined) }
    return { keyword, field, message: toMessage(keyword, location, rule?.[keyword], rule?.['x-message']) }
  })
  // The message of `enum` lists the allowed values, so that those of `type` and of `anyOf` with null add nothing.
  const withEnum = new Set(found.filter(({ keyword }) => keyword === 'enum').map(({ field }) => field))
  const errors = found
    .filter(({ keyword, field }) => !['type', 'anyOf'].includes(keyword) || !withEnum.has(field))
    .map(({ field, message }) => ({ field, message }))
  return [...new Map(errors.map((each) => [`${each.field}\n${each.message}`, each])).values()]
}

/** A field can have several patterns; the library's message contains the one that did not match. */
const patternOf = (keyword: string, schema: Readonly<Record<string, unknown>>): string =>
  keyword === 'pattern' ? `"${String(schema[keyword])}"` : ''

/**
 * `/body/name` is the member `name`, `/query/sort/0` the parameter `sort`, and `/body` the whole body. In a list,
 * `/body/0/name` is that of the item `[0].`. Names of members may contain slashes.
 */
function parsePath(path: string, { bodySchema }: Operation) {
  const [, location = 'request', ...rest] = path.split('/')
  const isItem = location === 'body' && bodySchema?.type === 'array' && rest.length > 0
  const index = isItem ? `[${rest.shift() ?? ''}]` : ''
  const item = rest.length > 0 && index !== '' ? `${index}.` : index
  return { location, item, name: location === 'query' ? (rest[0] ?? '') : rest.join('/') }
}

function toFieldName(location: string, name: string, item: string): string {
  if (name === '') return item === '' ? location : ''
  if (location !== 'headers') return truncateName(name)
  return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

/** @param rule the value of the keyword in the schema */
function toMessage(keyword: string, location: string, rule: unknown, patternMessage: unknown): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
      return 'is not a known member'
    case 'type':
      // The library splits repeated parameters into an array and leaves an empty parameter as a string.
      return rule === 'array' && location === 'query'
        ? 'must not be empty'
        : `must be ${withArticle(String([rule].flat()[0]))}`
    case 'maxLength':
      return `must have at most ${String(rule)} characters`
    case 'minimum':
      return `must be at least ${String(rule)}`
    case 'maximum':
      return `must be at most ${String(rule)}`
    case 'minItems':
      return `must have at least ${String(rule)} items`
    case 'maxItems':
      if (location === 'body') return `must have at most ${String(rule)} items`
      return rule === 1 ? 'must be given only once' : `must be given at most ${String(rule)} times`
    case 'enum':
      return `must be one of ${(rule as (string | null)[]).filter((value) => value !== null).join(', ')}`
    case 'format':
      return rule === 'date-time'
        ? 'must be an ISO 8601 timestamp such as 2026-03-02T08:15:30.123Z'
        : 'must be an ISO 8601 date such as 2026-04-30'
    case 'pattern':
      return typeof patternMessage === 'string' ? patternMessage : 'has an invalid format'
    default:
      return 'is not valid'
  }
}

function withArticle(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`
}
