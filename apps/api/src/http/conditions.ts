import type { Request, Response } from 'express'

import { entityTagOf, includes, type Versions, versionsIn } from '../domain/version.ts'

/** The versions that a write is for, as its If-Match header names them. */
export function expectedVersions(request: Request): Versions | undefined {
  const tags = request.headers['if-match']
  return tags === undefined ? undefined : versionsIn(tags, 'strong')
}

/** Names the version in the answer, and returns whether the client of a GET has that one already. */
export function tagAnswer(request: Request, response: Response, version: string): boolean {
  response.setHeader('ETag', entityTagOf(version))
  const known = request.headers['if-none-match']
  return known !== undefined && request.method === 'GET' && includes(versionsIn(known, 'weak'), version)
}
