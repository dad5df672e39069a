import type { RequestHandler } from 'express'

import { HttpError } from '../../problems/http-errors.ts'

/** Rejects a request with 406 if its Accept header excludes the media type of the response. */
export function requireAcceptable(mediaType: string): RequestHandler {
  return (request, _response, next) => {
    const { accept } = request.headers
    // Skips the parser for the values that most clients send.
    if (accept === undefined || accept === '*/*' || accept === mediaType) {
      next()
      return
    }
    if (request.accepts([mediaType, `${mediaType}; charset=utf-8`]) === false) {
      throw new HttpError('not-acceptable', `This resource is available only as ${mediaType}`)
    }
    next()
  }
}
