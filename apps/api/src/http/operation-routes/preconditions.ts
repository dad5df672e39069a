import type { Request } from 'express'

import { type ExpectedVersions, matchesVersion } from '../../domain/version.ts'
import { parseEntityTags } from '../responses/entity-tags.ts'

/**
 * The versions with which a request succeeds, by If-Match and, for a write, also by If-None-Match; undefined if neither
 * is present. A `GET` with a version in If-None-Match does not fail; see `isNotModified`.
 */
export function expectedVersions({ method, headers }: Request): ExpectedVersions | undefined {
  const [match, noneMatch] = [headers['if-match'], headers['if-none-match']]
  const included = match === undefined ? undefined : parseEntityTags(match, 'strong')
  if (noneMatch === undefined || method === 'GET') return included
  const excluded = parseEntityTags(noneMatch, 'weak')
  if (excluded === 'any') return []
  if (included === undefined || included === 'any') return { except: excluded }
  return included.filter((version) => !excluded.includes(version))
}

/** Whether the If-None-Match header of a GET contains this version, so that the response is 304. */
export function isNotModified({ method, headers }: Request, version: string): boolean {
  const tags = headers['if-none-match']
  return tags !== undefined && method === 'GET' && matchesVersion(parseEntityTags(tags, 'weak'), version)
}

/** The preconditions of a request as they were sent; undefined if it has none. */
export function preconditionsOf({ headers }: Request): readonly unknown[] | undefined {
  const sent = [headers['if-match'], headers['if-none-match']]
  return sent.some((tags) => tags !== undefined) ? sent : undefined
}
