import type { RequestHandler } from 'express'

import { InvalidRequest } from '../problem/errors.ts'

/** Refuses HTTP/1.1 without a Host header. Node would, but not with a problem. */
export const requireHost: RequestHandler = (request, _response, next) => {
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw new InvalidRequest([{ field: 'request', message: 'must have a Host header' }])
  }
  next()
}
