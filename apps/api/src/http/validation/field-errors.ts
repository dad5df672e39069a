import { error as validatorErrors } from 'express-openapi-validator'

import type { Schema } from '../../openapi/document.ts'
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
    const failed = schemas.find((schema) => keyword in schema && message.includes(patternOf(keyword, schema)))
    // An empty parameter is not even a list.
    const listed = keyword === 'type' && location === 'query' && schemas.find((schema) => 'enum' in schema)
    const [reported, schema] = listed ? ['enum', listed] : [keyword, failed ?? {}]
    const describe = MESSAGES[reported] ?? (() => 'is not valid')
    return { keyword: reported, field, message: describe(schema, location !== 'body') }
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

/** The message for each keyword of a schema. */
const MESSAGES: Readonly<Record<string, (schema: Schema, isParameter: boolean) => string>> = {
  required: () => 'is required',
  additionalProperties: () => 'is not a known member',
  // The library splits repeated parameters into an array and leaves an empty parameter as a string.
  type: ({ type }, isParameter) =>
    type === 'array' && isParameter
      ? 'must not be empty'
      : `must be ${withArticle(String([type].flat()[0]))}`,
  maxLength: ({ maxLength }) => `must have at most ${String(maxLength)} characters`,
  minimum: ({ minimum }) => `must be at least ${String(minimum)}`,
  maximum: ({ maximum }) => `must be at most ${String(maximum)}`,
  minItems: ({ minItems }) => `must have at least ${String(minItems)} items`,
  maxItems: ({ maxItems }, isParameter) => {
    if (!isParameter) return `must have at most ${String(maxItems)} items`
    return maxItems === 1 ? 'must be given only once' : `must be given at most ${String(maxItems)} times`
  },
  enum: ({ enum: values = [] }) => `must be one of ${values.filter((value) => value !== null).join(', ')}`,
  format: ({ format }) =>
    format === 'date-time'
      ? 'must be an ISO 8601 timestamp such as 2026-03-02T08:15:30.123Z'
      : 'must be an ISO 8601 date such as 2026-04-30',
  pattern: (schema) => schema['x-message'] ?? 'has an invalid format',
}

const withArticle = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`)
