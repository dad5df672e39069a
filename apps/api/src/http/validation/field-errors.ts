import { error as validatorErrors } from 'express-openapi-validator'

import type { FieldError } from '../../problems/problem.ts'

import type { PatternMessages } from './pattern-messages.ts'

/** Maximum length of a field name in a response, in code points. */
const MAX_FIELD_LENGTH = 100

/** Truncates a name from a request for an error message. An empty name becomes `""`. */
export const truncateName = (name: string): string =>
  name === ''
    ? '""'
    : Array.from(name.slice(0, 2 * MAX_FIELD_LENGTH))
        .slice(0, MAX_FIELD_LENGTH)
        .join('')

/** Converts an error of express-openapi-validator; returns undefined for any other error. */
export function toFieldErrors(error: unknown, messages: PatternMessages): FieldError[] | undefined {
  if (!(error instanceof validatorErrors.BadRequest)) return undefined
  const found = error.errors.map(({ path, message, errorCode }) => {
    const keyword = errorCode?.split('.')[0] ?? ''
    // The library reports an unknown member with an empty name at an empty path.
    const field = path === '' && keyword === 'additionalProperties' ? truncateName('') : toFieldName(path)
    return { keyword, field, message }
  })
  // The message of `enum` lists the allowed values, so that the message of `type` adds nothing.
  const withEnum = new Set(found.filter(({ keyword }) => keyword === 'enum').map(({ field }) => field))
  const errors = found
    .filter(({ keyword, field }) => keyword !== 'type' || !withEnum.has(field))
    .map(({ keyword, field, message }) => ({ field, message: toMessage(keyword, message, messages) }))
  return [...new Map(errors.map((each) => [`${each.field}\n${each.message}`, each])).values()]
}

/**
 * `/body/name` becomes `name`, `/query/sort/0` `sort`, `/headers/if-match` `If-Match`, and `/body` `body`. Names of body
 * members may contain slashes.
 */
function toFieldName(path: string): string {
  const [, location = 'request', ...rest] = path.split('/')
  if (location === 'headers') return rest.join('/').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
  const field = location === 'query' ? rest[0] : rest.join('/')
  return rest.length === 0 || field === undefined ? location : truncateName(field)
}

/** Rewords the library's message. Only the limit and the allowed values are taken from it. */
function toMessage(keyword: string, message: string, messages: PatternMessages): string {
  const limit = /\d+/.exec(message)?.[0] ?? ''
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
      return 'is not a known member'
    case 'type':
      // The library splits repeated parameters into an array and leaves an empty parameter as a string.
      if (message === 'must be array') return 'must not be empty'
      return `must be ${withArticle(message.replace(/^must be /, '').replace(',null', ''))}`
    case 'maxLength':
      return `must have at most ${limit} characters`
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'maxItems':
      return `must be given at most ${limit} times`
    case 'enum':
      return `must be one of ${message
        .slice(message.indexOf(':') + 1)
        .trim()
        .replace(/,\s*(null)?$/, '')}`
    case 'format':
      return 'must be an ISO 8601 date such as 2026-04-30'
    case 'pattern':
      return messages.get(/^must match pattern "(.*)"$/s.exec(message)?.[1] ?? '') ?? 'has an invalid format'
    default:
      return 'is not valid'
  }
}

function withArticle(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`
}
