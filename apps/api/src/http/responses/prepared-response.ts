import type { Response } from 'express'

import { chooseEncoding, compress, MIN_COMPRESSED_BYTES, setEncodingHeaders } from './content-encoding.ts'
import { PROBLEM_MEDIA_TYPE } from '../../problems/problem.ts'
import { toProblem } from '../../problems/to-problem.ts'
import type { HandlerResponse, Links, OperationId } from '../../routes/handler.ts'

import { encodedEntityTag, formatEntityTag } from './entity-tags.ts'
import { serializeList } from './serialize-list.ts'

/** A complete response that is not sent yet. The body is empty if there is none. */
export interface PreparedResponse<Body extends string | Buffer = string> {
  status: number
  headers: Record<string, string>
  body: Body
}

/** @param publicUrl prefix of the Location header and of links */
export function successResponse(
  result: HandlerResponse<OperationId>,
  publicUrl: string,
  epoch: string,
): PreparedResponse {
  if (result.status === 204) return { status: 204, headers: {}, body: '' }
  return {
    status: result.status,
    headers: headersOf(result, publicUrl, epoch),
    body: JSON.stringify(result.body),
  }
}

/** Like `successResponse`, for a page that may have megabytes. */
export async function largePageResponse(
  result: HandlerResponse<OperationId>,
  publicUrl: string,
): Promise<PreparedResponse<Buffer>> {
  const { content, ...others } = (result as { body: { content: unknown[] } }).body
  return {
    status: result.status,
    headers: headersOf(result, publicUrl, ''),
    body: await serializeList(content, others),
  }
}

/** @param epoch the epoch of the database, for the entity tag */
function headersOf(
  result: HandlerResponse<OperationId>,
  publicUrl: string,
  epoch: string,
): Record<string, string> {
  const headers: Record<string, string> = {}
  if (result.status === 204) return headers
  if (result.version !== undefined) headers['ETag'] = formatEntityTag(result.version, epoch)
  if (result.status === 201) headers['Location'] = publicUrl + result.location
  else if (result.links !== undefined) headers['Link'] = formatLinks(result.links, publicUrl)
  headers['Content-Type'] = 'application/json'
  return headers
}

/** Formats links as in RFC 8288. The targets contain only characters of URLs. */
const formatLinks = (links: Links, publicUrl: string): string =>
  Object.entries(links)
    .map(([relation, target]) => `<${publicUrl}${target}>; rel="${relation}"`)
    .join(', ')

export function problemResponse(error: unknown, errorsBase: string): PreparedResponse {
  const { problem, headers } = toProblem(error, errorsBase)
  return {
    status: problem.status,
    headers: { ...headers, 'Content-Type': PROBLEM_MEDIA_TYPE },
    body: JSON.stringify(problem),
  }
}

/** 304: the client already has the version of this response. Its body is not sent. */
export const notModifiedResponse = (response: PreparedResponse): PreparedResponse => ({
  ...response,
  status: 304,
})

/**
 * Sends a response.
 *
 * @param accept value of Accept-Encoding, or empty; undefined: the response is not compressed for any value
 */
export async function sendResponse(
  response: Response,
  { status, headers, body }: PreparedResponse<string | Buffer>,
  accept: string | undefined,
): Promise<void> {
  const bytes = Buffer.byteLength(body)
  const isCompressible = accept !== undefined && bytes > 0 && status < 400
  const encoding = isCompressible ? chooseEncoding(accept, bytes) : undefined
  response.statusCode = status
  response.setHeader('Cache-Control', 'no-store')
  for (const name in headers) response.setHeader(name, headers[name] ?? '')
  if (isCompressible && (bytes >= MIN_COMPRESSED_BYTES || encoding !== undefined)) {
    setEncodingHeaders(response, encoding)
  }
  const tag = headers['ETag']
  if (encoding !== undefined && tag !== undefined) response.setHeader('ETag', encodedEntityTag(tag, encoding))
  if (status === 304) {
    for (const name of ['Content-Type', 'Content-Encoding']) response.removeHeader(name)
    response.end()
    return
  }
  const content = encoding === undefined ? body : await compress(body, encoding)
  if (bytes > 0) response.setHeader('Content-Length', Buffer.byteLength(content))
  response.end(content)
}
