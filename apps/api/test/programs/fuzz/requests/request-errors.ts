import { isUnfinished, isDecodable } from './message.ts'
import type { Followable } from '../model/model.ts'
import type { Origin } from '../negotiation.ts'
import type { Operation } from '../operations.ts'
import type { Pair } from '../steps/queries.ts'
import type { Body, Caller } from '../steps/step.ts'

/** Percent-decodes a query; undefined if an escape is invalid. */
export function decoded(query: readonly Pair[]): Pair[] | undefined {
  try {
    return query.map(([name, value]) => [decodeURIComponent(name), decodeURIComponent(value)])
  } catch {
    return undefined
  }
}

/** Returns 401 or 403 if the caller is not authorized. This precedes every other error. */
export function authorizationError(caller: Caller, { scope }: Operation): 401 | 403 | undefined {
  if (caller === 'anonymous' || caller === 'unknown key') return 401
  if (caller === 'both') return undefined
  return scope === (caller === 'reader' ? 'workbench:read' : 'workbench:write') ? undefined : 403
}

/** Returns the error of a server without authentication for a request from another origin. This precedes every other error. */
export function originError({ error }: Origin, { method }: Operation): Origin['error'] {
  return error === 403 && method === 'GET' ? undefined : error
}

/** Whether a query conforms to openapi.yaml, by Ajv. */
export function isQueryValid(query: readonly Pair[], { query: parameters }: Operation): boolean {
  const names = new Set(parameters.map(({ name }) => name))
  return (
    query.every(([name]) => names.has(name)) &&
    parameters.every(({ name, schema, isValid }) => {
      const values = query.filter(([known]) => known === name).map(([, value]) => value)
      if (values.length === 0) return true
      if (schema['type'] === 'array') return isValid(values)
      if (values.length > 1) return false
      return isValid(schema['type'] === 'integer' ? integerOf(values[0] ?? '') : values[0])
    })
  )
}

/**
 * Whether the cursor of a query is `start` or that of the link, for the same list, filters and sort order. The server
 * rejects every other text, because only it can create cursors.
 */
export function isCursorValid(
  { id }: Operation,
  query: readonly Pair[],
  link: Followable | undefined,
): boolean {
  const given = (pairs: readonly Pair[], name: string): string =>
    pairs
      .filter(([known]) => known === name)
      .map(([, value]) => value)
      .join(' ')
  if (id === 'listChanges') return true
  const after = given(query, 'after')
  if (after === '') return !query.some(([name]) => name === 'after')
  if (Number(given(query, 'page')) > 0 || query.filter(([name]) => name === 'sort').length > 1) return false
  if (after === 'start') return true
  const isSame = (name: string): boolean => given(query, name) === given(link?.query ?? [], name)
  // The server lists the values of a filter in a fixed order, and each once.
  const filterOf = (pairs: readonly Pair[], name: string): string =>
    [...new Set(pairs.filter(([known]) => known === name).map(([, value]) => value))].sort().join(' ')
  const hasSame = (name: string): boolean => filterOf(query, name) === filterOf(link?.query ?? [], name)
  return link !== undefined && ['after', 'sort'].every(isSame) && ['status', 'priority'].every(hasSame)
}

const integerOf = (text: string): unknown => (/^-?\d+$/.test(text) ? Number(text) : text)

/** Whether a header conforms to openapi.yaml, by Ajv. */
export function isHeaderValid(value: string, name: string, { headers }: Operation): boolean {
  const parameter = headers.find((known) => known.name === name)
  // Whitespace around a header value is not part of it (RFC 9110, section 5.5).
  return parameter?.isValid(value.replaceAll(/^[ \t]+|[ \t]+$/g, '')) ?? true
}

/** The accepted media type of a body, with UTF-8 as the only charset. */
const JSON_TYPE = /^application\/json(?: *; *charset="?utf-8"?)?$/i

/** The possible statuses for an invalid body; empty if it is valid. */
export function bodyErrors(body: Body, operation: Operation): number[] {
  if (operation.body === undefined) return []
  const isEmpty = body.text === '' && (body.encoding === 'plain' || body.encoding === 'identity')
  return [
    ...(JSON_TYPE.test(body.mediaType ?? '') || (isEmpty && body.framing === 'length') ? [] : [415]),
    ...(body.encoding === 'unknown' ? [415] : []),
    ...(body.encoding === 'too large' || body.encoding === 'bomb' ? [413] : []),
    ...(isUnfinished(body) ? [408] : []),
    ...(isDecodable(body) && isContentValid(body.text, operation) ? [] : [400]),
  ]
}

/** Parses a body. The server ignores a byte order mark before it. */
export const parseBody = (text: string): unknown => JSON.parse(text.replace(/^\ufeff/, ''))

function isContentValid(text: string, { body }: Operation): boolean {
  try {
    const value = parseBody(text)
    return body?.isValid(value) === true && !hasBlankName(value as never)
  } catch {
    return false
  }
}

/** By the properties of Unicode, which the pattern in openapi.yaml spells as ranges. */
const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]*$/u

const hasBlankName = ({ name, title }: Record<'name' | 'title', string | undefined>): boolean =>
  BLANK.test(name ?? title ?? '-')

const ACCEPTING = /(?:application\/(?:json|\*)|\*\/\*)(?! *; *q=0$)/i

/** Whether an Accept header excludes the media type of the operation's response. */
export const isExcluded = (accept: string | undefined, { statuses }: Operation): boolean =>
  accept !== undefined && statuses.has(406) && !ACCEPTING.test(accept)

/** Whether a query has a cursor of changes that the server never gave. */
export const isGone = ({ id }: Operation, query: readonly Pair[] | undefined): boolean =>
  id === 'listChanges' && query?.some(([name, value]) => name === 'after' && value !== 'start') === true
