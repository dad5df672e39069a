import { error as validatorErrors } from 'express-openapi-validator'

import type { OpenApiDocument } from '../../../openapi/document.ts'
import type { FieldError } from '../../../problems/http-errors.ts'

/** What the description says about text that does not match a pattern. */
export type PatternMessages = ReadonlyMap<string, string>

/** Longest name that is repeated, in characters. */
const MAX_FIELD_LENGTH = 100

/** A name as it is repeated to whoever sent it: an empty one in quotes. Characters are kept whole. */
export const truncateName = (name: string): string =>
  name === ''
    ? '""'
    : Array.from(name.slice(0, 2 * MAX_FIELD_LENGTH))
        .slice(0, MAX_FIELD_LENGTH)
        .join('')

/** The message beside each pattern of the description. */
export function patternMessages(description: OpenApiDocument): PatternMessages {
  const messages = new Map<string, string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('pattern' in value && 'x-message' in value)
      messages.set(String(value.pattern), String(value['x-message']))
    Object.values(value).forEach(visit)
  }
  visit(description)
  return messages
}

/** What the validator found; undefined when the error is not the validator's. */
export function toFieldErrors(error: unknown, messages: PatternMessages): FieldError[] | undefined {
  if (!(error instanceof validatorErrors.BadRequest)) return undefined
  const found = error.errors.map(({ path, message, errorCode }) => {
    const keyword = errorCode?.split('.')[0] ?? ''
    // The library leaves the place out when the name of a member is empty.
    const field = path === '' && keyword === 'additionalProperties' ? truncateName('') : toFieldName(path)
    return { keyword, field, message }
  })
  const listed = new Set(found.filter(({ keyword }) => keyword === 'enum').map(({ field }) => field))
  // The allowed values say the type as well.
  const said = found
    .filter(({ keyword, field }) => keyword !== 'type' || !listed.has(field))
    .map(({ keyword, field, message }) => ({ field, message: toMessage(keyword, message, messages) }))
  return [...new Map(said.map((each) => [`${each.field}\n${each.message}`, each])).values()]
}

/**
 * `/body/name` is `name`, `/query/sort/0` is `sort`, `/headers/if-match` is `If-Match`, `/body` is `body`. The name of
 * a member may have slashes.
 */
function toFieldName(path: string): string {
  const [, place = 'request', ...rest] = path.split('/')
  if (place === 'headers') return rest.join('/').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
  const field = place === 'query' ? rest[0] : rest.join('/')
  return rest.length === 0 || field === undefined ? place : truncateName(field)
}

/** The validator's message in words of this API. It says the limit, which is all that is taken from it. */
function toMessage(keyword: string, message: string, messages: PatternMessages): string {
  const limit = /\d+/.exec(message)?.[0] ?? ''
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'additionalProperties':
      return 'is not a known member'
    case 'type':
      // The validator splits a repeated parameter, and leaves an empty one as it is.
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
      return 'must be an ISO-8601 date, as in 2026-04-30'
    case 'pattern':
      return messages.get(/^must match pattern "(.*)"$/s.exec(message)?.[1] ?? '') ?? 'has the wrong form'
    default:
      return 'is not valid'
  }
}

function withArticle(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`
}
