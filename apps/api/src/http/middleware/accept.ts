import type { RequestHandler } from 'express'

import { HttpError } from '../../problems/http-errors.ts'

/** Rejects a request with 406 if it accepts none of the media types of the response. */
export function requireAcceptable(...mediaTypes: readonly string[]): RequestHandler {
  return (request, _response, next) => {
    const { accept } = request.headers
    // Skips the parser for the values that most clients send.
    const isPlain = accept === undefined || accept === '*/*' || mediaTypes.includes(accept)
    if (!isPlain && !request.accepts(mediaTypes.flatMap((type) => [type, `${type}; charset=utf-8`]))) {
      throw new HttpError('not-acceptable', `This resource is available only as ${mediaTypes.join(' or ')}`)
    }
    next()
  }
}
