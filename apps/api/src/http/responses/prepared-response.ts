import type { Response } from 'express'

import { PROBLEM_MEDIA_TYPE } from '../../problems/problem.ts'
import type { ProblemResponse } from '../../problems/to-problem.ts'
import type { CompleteResponse, Links, OperationId } from '../../handlers/handler.ts'

import { formatEntityTag } from './entity-tags.ts'

/** A complete response that is not sent yet. The body is empty if there is none. */
export interface PreparedResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** @param publicUrl prefix of the Location header and of links */
export function successResponse(result: CompleteResponse<OperationId>, publicUrl: string): PreparedResponse {
  if (result.status === 204) return { status: 204, headers: {}, body: '' }
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (result.version !== undefined) headers['ETag'] = formatEntityTag(result.version)
  if (result.status === 201 && result.location !== undefined)
    headers['Location'] = publicUrl + result.location
  if (result.status === 200 && result.links !== undefined)
    headers['Link'] = formatLinks(result.links, publicUrl)
  return { status: result.status, headers, body: JSON.stringify(result.body) }
}

/** Formats links as in RFC 8288. The targets contain only characters of URLs. */
const formatLinks = (links: Links, publicUrl: string): string =>
  Object.entries(links)
    .map(([relation, target]) => `<${publicUrl}${target}>; rel="${relation}"`)
    .join(', ')

export const prepareProblem = ({ problem, headers }: ProblemResponse): PreparedResponse => ({
  status: problem.status,
  headers: { ...headers, 'Content-Type': PROBLEM_MEDIA_TYPE },
  body: JSON.stringify(problem),
})

const LARGE_BODY_LENGTH = 64 * 1024
/** Then the connection of a client that receives nothing of a large body is closed, which frees its memory. */
const SEND_TIMEOUT_MS = 10_000

export function sendResponse(response: Response, { status, headers, body }: PreparedResponse): void {
  response.statusCode = status
  response.setHeader('Cache-Control', 'no-store')
  for (const name in headers) response.setHeader(name, headers[name] ?? '')
  if (status === 304) {
    response.removeHeader('Content-Type')
    response.end()
    return
  }
  if (body !== '') response.setHeader('Content-Length', Buffer.byteLength(body))
  if (body.length <= LARGE_BODY_LENGTH) {
    response.end(body)
    return
  }
  response.setTimeout(SEND_TIMEOUT_MS, () => response.destroy(new Error('The client receives nothing')))
  // The bytes are outside of V8's heap while they wait for the client.
  response.end(Buffer.from(body))
}
