import type { Response } from 'express'

import { PROBLEM_MEDIA_TYPE, toProblem } from '../../problems/to-problem.ts'
import type { HandlerResponse, OperationId } from '../../routes/handler.ts'
import { formatEntityTag } from '../headers/entity-tags.ts'

/** An answer as it is sent; the body is empty where there is none. */
export interface PreparedResponse {
  status: number
  headers: Record<string, string>
  body: string
}

export function successResponse(answer: HandlerResponse<OperationId>, base: string): PreparedResponse {
  if (answer.status === 204) return { status: 204, headers: {}, body: '' }
  const headers: Record<string, string> = {}
  if (answer.version !== undefined) headers['ETag'] = formatEntityTag(answer.version)
  if (answer.status === 201) headers['Location'] = base + answer.location
  headers['Content-Type'] = 'application/json'
  return { status: answer.status, headers, body: JSON.stringify(answer.body) }
}

/** What a client gets that has this version already. */
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
