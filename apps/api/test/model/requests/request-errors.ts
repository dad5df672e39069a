import { unescape } from 'node:querystring'

import { FILTERS } from '../filters.ts'
import type { Operation, Parameter } from '../operations.ts'
import type { Followable } from '../state.ts'
import type { Caller, Pair } from '../steps/step.ts'

/** Percent-decodes a query. Bytes that are not UTF-8 become U+FFFD. */
export const decoded = (query: readonly Pair[]): Pair[] =>
  query.map(([name, value]) => [unescape(name), unescape(value)])

/** Returns 401 or 403 if the caller is not authorized. This precedes every other error. */
export function authorizationError(caller: Caller, { scope }: Operation): 401 | 403 | undefined {
  if (caller === 'anonymous' || caller === 'unknown key') return 401
  if (caller === 'both') return undefined
  return scope === (caller === 'reader' ? 'workbench:read' : 'workbench:write') ? undefined : 403
}

/** Whether a query conforms to openapi.yaml, by Ajv. */
export function isQueryValid(query: readonly Pair[], { query: parameters }: Operation): boolean {
  const names = new Set(parameters.map(({ name }) => name))
  return (
    query.every(([name]) => names.has(name)) &&
    parameters.every(({ name, schema, isSplit, isValid }) => {
      const values = query.filter(([known]) => known === name).map(([, value]) => value)
      if (values.length === 0) return true
      if (schema['type'] === 'array')
        return isValid(isSplit ? values.flatMap((value) => value.split(',')) : values)
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
  { id, query: parameters }: Operation,
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
  // The server lists the values of a filter in a fixed order, and each once. Letter case makes no difference.
  const filterOf = (pairs: readonly Pair[], { name, isSplit }: Parameter): string => {
    const values = pairs.filter(([known]) => known === name).map(([, value]) => value)
    return [...new Set(isSplit ? values.flatMap((value) => value.split(',')) : values)].sort().join(' ')
  }
  return (
    link !== undefined &&
    ['after', 'sort'].every(isSame) &&
    parameters
      .filter(({ name }) => name in FILTERS)
      .every((filter) => filterOf(query, filter) === filterOf(link.query, filter))
  )
}

const integerOf = (text: string): unknown => (/^-?\d+$/.test(text) ? Number(text) : text)

/** Whether a header is absent or conforms to openapi.yaml, by Ajv. */
export function isHeaderValid(value: string | undefined, name: string, { headers }: Operation): boolean {
  const parameter = headers.find((known) => known.name === name)
  // Whitespace around a header value is not part of it (RFC 9110, section 5.5).
  return value === undefined || (parameter?.isValid(value.replaceAll(/^[ \t]+|[ \t]+$/g, '')) ?? true)
}

/** Whether a body conforms to openapi.yaml, by Ajv. */
export const isBodyValid = (value: unknown, { body }: Operation): boolean =>
  body === undefined || (body.isValid(value) && ![value].flat().some((each) => hasBlankName(each as never)))

/** By the properties of Unicode, which the pattern in openapi.yaml spells as ranges. */
const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]*$/u

const hasBlankName = ({ name, title }: Record<'name' | 'title', string | undefined>): boolean =>
  BLANK.test(name ?? title ?? '-')
