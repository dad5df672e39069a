import type { RequestHandler } from 'express'

import { InvalidRequest } from '../../problems/http-errors.ts'

/**
 * Refuses HTTP/1.1 without a Host header, which Node would, but not with a problem, and a second one, which Node drops:
 * a proxy in front may have believed that one.
 */
export const requireHost: RequestHandler = (request, _response, next) => {
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw new InvalidRequest([{ field: 'request', message: 'must have a Host header' }])
  }
  if (countHosts(request.rawHeaders) > 1) {
    throw new InvalidRequest([{ field: 'request', message: 'must have one Host header only' }])
  }
  next()
}

/** Names and values take turns. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}
