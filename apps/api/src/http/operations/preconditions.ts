import type { Request } from 'express'

import { VersionMismatch } from '../../domain/errors.ts'
import { type ExpectedVersions, matchesVersion } from '../../domain/version.ts'
import { HttpError } from '../../problems/http-errors.ts'

import { formatEntityTag, parseEntityTags } from './entity-tags.ts'

/** The versions in the If-Match header; undefined if the header is absent. */
export function expectedVersions({ headers }: Request): ExpectedVersions | undefined {
  const tags = headers['if-match']
  return tags === undefined ? undefined : parseEntityTags(tags, 'strong')
}

/** Whether the If-None-Match header of a GET contains this version, so that the response is 304. */
export function isNotModified({ method, headers }: Request, version: string): boolean {
  const tags = headers['if-none-match']
  return tags !== undefined && method === 'GET' && matchesVersion(parseEntityTags(tags, 'weak'), version)
}

/** Converts a VersionMismatch to 412 with the current entity tag. Throws every other error unchanged. */
export function throwPreconditionFailed(error: unknown): never {
  if (!(error instanceof VersionMismatch)) throw error
  const etag = formatEntityTag(error.version)
  throw new HttpError('precondition-failed', error.message, { headers: { ETag: etag }, members: { etag } })
}
