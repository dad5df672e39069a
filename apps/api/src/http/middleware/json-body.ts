import { isUtf8 } from 'node:buffer'

import express, { type Request, type RequestHandler } from 'express'

import { HttpError, InvalidRequest } from '../../problems/http-errors.ts'

/** Larger than any valid body, even if all of its characters are written as \u escapes. */
const MAX_BODY_BYTES = 100 * 1024
const MAX_LIST_BYTES = 3 * 1024 * 1024

const JSON_MEDIA_TYPE = 'application/json'
const PATCH_MEDIA_TYPE = 'application/merge-patch+json'

/** The header with the media types of a patch (RFC 5789), if an operation has one. */
export const acceptPatch = (mediaTypes: readonly string[]): Record<string, string> =>
  mediaTypes.includes(PATCH_MEDIA_TYPE) ? { 'Accept-Patch': mediaTypes.join(', ') } : {}

/**
 * Removes the Content-Type of a body that is not read. express-openapi-validator compiles the schemas of an operation
 * again for each Content-Type that it sees, and caches them without a limit.
 */
export const ignoreBody: RequestHandler = (request, _response, next) => {
  delete request.headers['content-type']
  next()
}

/**
 * Rejects a request without a body, and other media types with 415. Normalizes the Content-Type header for the reason given
 * at `ignoreBody`.
 */
const requireJson =
  (mediaTypes: readonly string[]): RequestHandler =>
  (request, _response, next) => {
    if (!hasBody(request)) throw invalidBody('is required')
    if (!isJson(request.headers['content-type'], mediaTypes)) {
      throw new HttpError(
        'unsupported-media-type',
        `The request body must be ${mediaTypes.join(' or ')} in UTF-8`,
        { headers: { Accept: mediaTypes.join(', '), ...acceptPatch(mediaTypes) } },
      )
    }
    request.headers['content-type'] = JSON_MEDIA_TYPE
    next()
  }

/** The Content-Length of a request; 0 if the header is absent. Node rejects invalid values. */
const contentLength = ({ headers }: Request): number => Number(headers['content-length'] ?? 0)

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || contentLength(request) > 0

function isJson(contentType: string | undefined, mediaTypes: readonly string[]): boolean {
  if (contentType === JSON_MEDIA_TYPE) return true
  const [mediaType = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const charset = parameters.map((p) => p.trim()).find((p) => p.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  return mediaTypes.includes(mediaType.trim()) && isUtf8
}

const parseJson = (limit: number): RequestHandler => {
  const parse = express.json({
    limit,
    strict: false,
    verify: (_request, _response, body) => {
      // The parser reads an empty body as `{}`.
      if (body.length === 0) throw invalidBody('is required')
      if (!isUtf8(body)) throw invalidBody('must be UTF-8')
    },
  })
  return (request, response, next) => {
    // The parser would read the whole body before it rejects it.
    if (contentLength(request) > limit) throw contentTooLarge(limit)
    parse(request, response, (error?: unknown) => {
      next(error && translateParserError(error, limit))
    })
  }
}

/** The media types and the schema of the body of an operation. */
interface BodyDescription {
  consumes: readonly string[]
  bodySchema: { type?: unknown } | undefined
}

/** Parses the JSON body of an operation into `request.body`. */
export const jsonBody = ({ consumes, bodySchema }: BodyDescription): RequestHandler[] => [
  requireJson(consumes),
  parseJson(bodySchema?.type === 'array' ? MAX_LIST_BYTES : MAX_BODY_BYTES),
]

const contentTooLarge = (limit: number): HttpError =>
  new HttpError('content-too-large', `The request body is larger than ${limit} bytes`)

const invalidBody = (message: string): InvalidRequest => new InvalidRequest([{ field: 'body', message }])

/** Converts the errors of `express.json` to HTTP errors of this API. */
function translateParserError(error: unknown, limit: number): unknown {
  const { type, code } = error as { type?: string; code?: unknown }
  switch (type) {
    case 'entity.too.large':
      return contentTooLarge(limit)
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
