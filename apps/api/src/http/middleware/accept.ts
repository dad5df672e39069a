import type { RequestHandler } from 'express'

import { HttpError } from '../../problems/http-errors.ts'

/** Refuses a request whose Accept header excludes the media type of the answer. */
export function requireAcceptable(mediaType: string): RequestHandler {
  return (request, _response, next) => {
    const { accept } = request.headers
    // What nearly every client sends needs no parsing.
    if (accept === undefined || accept === '*/*' || accept === mediaType) {
      next()
      return
    }
    if (request.accepts([mediaType, `${mediaType}; charset=utf-8`]) === false) {
      throw new HttpError('not-acceptable', `This resource is available as ${mediaType} only`)
    }
    next()
  }
}
