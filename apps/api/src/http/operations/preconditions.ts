import type { Request } from 'express'

import { type ExpectedVersions, matchesVersion } from '../../domain/version.ts'
import { parseEntityTags } from '../headers/entity-tags.ts'

/** The versions that a write is for, as its If-Match header names them. */
export function expectedVersions({ headers }: Request): ExpectedVersions | undefined {
  const tags = headers['if-match']
  return tags === undefined ? undefined : parseEntityTags(tags, 'strong')
}

/** Whether the client of a GET has this version already, as its If-None-Match header says. */
export function isNotModified({ method, headers }: Request, version: string): boolean {
  const tags = headers['if-none-match']
  return tags !== undefined && method === 'GET' && matchesVersion(parseEntityTags(tags, 'weak'), version)
}
