import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express'

import { InvalidRequest, HttpError } from '../../../problems/http-errors.ts'

import { malformedJson, readJson, requireUtf8 } from './read-json.ts'
import { contentLength, limitBody, contentTooLarge } from './body-limits.ts'

/** More than any valid body has, even when every character is escaped. */
export const MAX_BODY_BYTES = 100 * 1024

/** The only media type of a body. */
export const JSON_MEDIA_TYPE = 'application/json'

const parse = express.json({
  limit: MAX_BODY_BYTES,
  strict: false,
  verify: (_request, _response, body) => {
    requireUtf8(body)
  },
})

/** Checks the body's media type, and writes it in one way only. */
const requireJson: RequestHandler = (request, _response, next) => {
  if (hasBody(request) && !isJson(request.headers['content-type'])) {
    throw new HttpError('unsupported-media-type', `The request body must be ${JSON_MEDIA_TYPE} in UTF-8`)
  }
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

const INVALID_COMPRESSION = 'must be compressed as the Content-Encoding header says'

/** What zlib throws has a code of its own. */
const isDecompressionError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(Z_|ERR_BROTLI|ERR_PADDING|ERR_ZSTD|ERR__ERROR)/.test(String(error.code))

/** What the parser throws, as what it means for a client. */
const translateParserError: ErrorRequestHandler = (error: unknown, _request, _response, next) => {
  const type = error instanceof Error && 'type' in error ? error.type : undefined
  switch (type) {
    case 'entity.too.large':
      next(contentTooLarge(MAX_BODY_BYTES))
      return
    case 'encoding.unsupported':
      next(
        new HttpError('unsupported-media-type', 'The content encoding must be gzip, deflate, br or identity'),
      )
      return
    case 'entity.parse.failed':
      next(malformedJson())
      return
    default:
      next(
        isDecompressionError(error)
          ? new InvalidRequest([{ field: 'body', message: INVALID_COMPRESSION }])
          : error,
      )
  }
}

/**
 * Hides the media type of a body that nobody reads. The validator compiles each operation anew for every spelling
 * of a media type, and keeps that for ever: it may see one only.
 */
export const ignoreBody: RequestHandler = (request, _response, next) => {
  delete request.headers['content-type']
  next()
}

/** Reads a JSON body into `request.body`; leaves that undefined when there is none. */
export const jsonBody = (timeoutMs: number) => [
  requireJson,
  limitBody(readJson(parse), { maxBytes: MAX_BODY_BYTES, timeoutMs }),
  translateParserError,
]
