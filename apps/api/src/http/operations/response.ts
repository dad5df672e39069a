import type { Response } from 'express'

import { PROBLEM_MEDIA_TYPE } from '../../problems/problem.ts'
import { toProblem } from '../../problems/to-problem.ts'
import type { HandlerResponse, Links, OperationId } from '../../routes/handler.ts'

import { formatEntityTag } from './entity-tags.ts'

/** A complete response that is not sent yet. The body is an empty string if there is none. */
export interface PreparedResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** @param publicUrl prefix of the Location header and of links */
export function successResponse(result: HandlerResponse<OperationId>, publicUrl: string): PreparedResponse {
  if (result.status === 204) return { status: 204, headers: {}, body: '' }
  const headers: Record<string, string> = {}
  if (result.version !== undefined) headers['ETag'] = formatEntityTag(result.version)
  if (result.status === 201) headers['Location'] = publicUrl + result.location
  else if (result.links !== undefined) headers['Link'] = formatLinks(result.links, publicUrl)
  headers['Content-Type'] = 'application/json'
  return { status: result.status, headers, body: JSON.stringify(result.body) }
}

/** Formats links as in RFC 8288. The targets contain only characters of URLs. */
const formatLinks = (links: Links, publicUrl: string): string =>
  Object.entries(links)
    .map(([relation, target]) => `<${publicUrl}${target}>; rel="${relation}"`)
    .join(', ')

/** 304: the client already has this version. */
export function notModifiedResponse(version: string): PreparedResponse {
  return { status: 304, headers: { ETag: formatEntityTag(version) }, body: '' }
}

export function problemResponse(error: unknown, errorsBase: string): PreparedResponse {
  const { problem, headers } = toProblem(error, errorsBase)
  return {
    status: problem.status,
    headers: { ...headers, 'Content-Type': PROBLEM_MEDIA_TYPE },
    body: JSON.stringify(problem),
  }
}

export function sendResponse(response: Response, { status, headers, body }: PreparedResponse): void {
  response.statusCode = status
  response.setHeader('Cache-Control', 'no-store')
  for (const name in headers) response.setHeader(name, headers[name] ?? '')
  if (body !== '') response.setHeader('Content-Length', Buffer.byteLength(body))
  response.end(body)
}
