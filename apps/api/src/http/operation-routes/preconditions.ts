import type { Request } from 'express'

import type { ExpectedVersions } from '../../domain/version.ts'
import { parseEntityTags } from '../responses/entity-tags.ts'

/**
 * The versions with which a request succeeds, by If-Match and, for a write, also by If-None-Match; undefined if neither
 * is present. A `GET` with a version in If-None-Match does not fail; see `isNotModified`.
 */
export function expectedVersions({ method, headers }: Request): ExpectedVersions | undefined {
  const [match, noneMatch] = [headers['if-match'], headers['if-none-match']]
  const included = match === undefined ? undefined : parseEntityTags(match, 'strong')
  const excluded = noneMatch === undefined || method === 'GET' ? [] : parseEntityTags(noneMatch, 'weak')
  if (excluded === undefined) return { check: 'in list', versions: [] }
  if (included !== undefined)
    return { check: 'in list', versions: included.filter((version) => !excluded.includes(version)) }
  return excluded.length > 0 ? { check: 'not in list', versions: excluded } : undefined
}

/** Whether the If-None-Match header of a GET contains this version, so that the response is 304. */
export function isNotModified({ method, headers }: Request, version: string): boolean {
  const tags = headers['if-none-match']
  return tags !== undefined && method === 'GET' && parseEntityTags(tags, 'weak')?.includes(version) !== false
}

/** The preconditions of a request as they were sent; undefined if it has none. */
export function preconditionsOf({ headers }: Request): readonly unknown[] | undefined {
  const sent = [headers['if-match'], headers['if-none-match']]
  return sent.some((tags) => tags !== undefined) ? sent : undefined
}
