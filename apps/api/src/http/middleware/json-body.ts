import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

import type { Request, RequestHandler } from 'express'

import { HttpError, InvalidRequest } from '../../problems/http-errors.ts'
import { contentLength, MAX_BODY_BYTES } from '../messages/body-size.ts'

/** The only supported media type of a request body. */
export const JSON_MEDIA_TYPE = 'application/json'

/**
 * Removes the Content-Type of a body that is not read. express-openapi-validator compiles the schemas of an operation
 * again for each Content-Type that it sees, and caches them without a limit.
 */
export const ignoreBody: RequestHandler = (request, _response, next) => {
  delete request.headers['content-type']
  next()
}

/** Rejects other media types with 415, and normalizes the Content-Type header for the reason given at `ignoreBody`. */
const requireJson: RequestHandler = (request, _response, next) => {
  if (hasBody(request) && !isJson(request.headers['content-type'])) {
    throw new HttpError('unsupported-media-type', `The request body must be ${JSON_MEDIA_TYPE} in UTF-8`, {
      headers: { Accept: JSON_MEDIA_TYPE },
    })
  }
  // The same as gzip (RFC 9110, section 8.4.1.3), but the parser does not know it.
  if (request.headers['content-encoding']?.toLowerCase() === 'x-gzip')
    request.headers['content-encoding'] = 'gzip'
  request.headers['content-type'] = JSON_MEDIA_TYPE
  next()
}

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || contentLength(request) > 0
}

function isJson(contentType: string | undefined): boolean {
  if (contentType === JSON_MEDIA_TYPE) return true
  const [mediaType = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const charset = parameters.map((p) => p.trim()).find((p) => p.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  return mediaType.trim() === JSON_MEDIA_TYPE && isUtf8
}

const DECODERS = new Map<string, (body: Buffer, limit: { maxOutputLength: number }) => Buffer>([
  ['identity', (body) => body],
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
])

const parse: RequestHandler = (request, _response, next) => {
  const { headers } = request
  if (contentLength(request) > MAX_BODY_BYTES) throw contentTooLarge()
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) {
    next()
    return
  }
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity'
  if (!DECODERS.has(encoding)) throw unsupportedEncoding()
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
  })
  request.on('error', () => {
    if (!request.readableEnded) next(new InvalidRequest([{ field: 'request', message: 'is malformed' }]))
  })
  request.on('end', () => {
    try {
      if (size > MAX_BODY_BYTES) throw contentTooLarge()
      request.body = parseJson(decode(Buffer.concat(chunks), encoding))
    } catch (error) {
      next(error)
      return
    }
    next()
  })
}

function decode(body: Buffer, encoding: string): Buffer {
  try {
    return DECODERS.get(encoding)?.(body, { maxOutputLength: MAX_BODY_BYTES }) ?? body
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw contentTooLarge()
    throw invalidBody('must be compressed as given in the Content-Encoding header')
  }
}

const text = new TextDecoder()

/** An empty body is an object without members. A byte order mark is ignored. */
function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {}
  if (!isUtf8(body)) throw invalidBody('must be UTF-8')
  try {
    return JSON.parse(text.decode(body))
  } catch {
    throw invalidBody('must be well-formed JSON')
  }
}

const invalidBody = (message: string): InvalidRequest => new InvalidRequest([{ field: 'body', message }])

/** Parses a JSON body into `request.body`, which stays undefined if there is no body. */
export const jsonBody: readonly RequestHandler[] = [requireJson, parse]

const contentTooLarge = (): HttpError =>
  new HttpError('content-too-large', `The request body is larger than ${MAX_BODY_BYTES} bytes`)

const unsupportedEncoding = (): HttpError =>
  new HttpError('unsupported-media-type', 'The content encoding must be gzip, deflate, br or identity', {
    headers: { 'Accept-Encoding': 'gzip, deflate, br, identity' },
  })
