import { isUtf8 } from 'node:buffer'

import express, { type Request, type RequestHandler } from 'express'

import { HttpError, InvalidRequest } from '../../problems/http-errors.ts'

/** Larger than any valid body, even if all of its characters are written as \u escapes. */
const MAX_BODY_BYTES = 100 * 1024

/** The only supported media type of a request body. */
const JSON_MEDIA_TYPE = 'application/json'

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
  request.headers['content-type'] = JSON_MEDIA_TYPE
  next()
}

/** The Content-Length of a request; 0 if the header is absent. Node rejects invalid values. */
const contentLength = ({ headers }: Request): number => Number(headers['content-length'] ?? 0)

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

const parseJson: RequestHandler = express.json({
  limit: MAX_BODY_BYTES,
  strict: false,
  verify: (_request, _response, body) => {
    if (!isUtf8(body)) throw invalidBody('must be UTF-8')
  },
})

const parse: RequestHandler = (request, response, next) => {
  // The parser would read the whole body before it rejects it.
  if (contentLength(request) > MAX_BODY_BYTES) throw contentTooLarge()
  parseJson(request, response, (error?: unknown) => {
    next(error && translateParserError(error))
  })
}

/** Parses a JSON body into `request.body`, which stays undefined if there is no body. */
export const jsonBody: readonly RequestHandler[] = [requireJson, parse]

const contentTooLarge = (): HttpError =>
  new HttpError('content-too-large', `The request body is larger than ${MAX_BODY_BYTES} bytes`)

const invalidBody = (message: string): InvalidRequest => new InvalidRequest([{ field: 'body', message }])

/** Converts the errors of `express.json` to HTTP errors of this API. */
function translateParserError(error: unknown): unknown {
  const { type, code } = error as { type?: string; code?: unknown }
  switch (type) {
    case 'entity.too.large':
      return contentTooLarge()
    case 'encoding.unsupported':
      return new HttpError(
        'unsupported-media-type',
        'The content encoding must be gzip, deflate, br or identity',
        { headers: { 'Accept-Encoding': 'gzip, deflate, br, identity' } },
      )
    case 'entity.parse.failed':
      return invalidBody('must be well-formed JSON')
    default:
      return ZLIB_ERROR.test(String(code))
        ? invalidBody('must be compressed as given in the Content-Encoding header')
        : error
  }
}

/** The codes of errors of zlib. */
const ZLIB_ERROR = /^(Z_|ERR_BROTLI|ERR_PADDING|ERR_ZSTD|ERR__ERROR)/
