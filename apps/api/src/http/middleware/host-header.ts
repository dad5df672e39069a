import type { RequestHandler } from 'express'

import { InvalidRequest } from '../../problems/http-errors.ts'

/**
 * Rejects an HTTP/1.1 request without a Host header, and any request with more than one.
 *
 * Node would reject the first without problem details. Of several Host headers Node keeps only the first, while a proxy
 * in front of this server may have used another one.
 */
export const requireHost: RequestHandler = (request, _response, next) => {
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw new InvalidRequest([{ field: 'request', message: 'must have a Host header' }])
  }
  // `rawHeaders` alternates names and values.
  const hosts = request.rawHeaders.filter(
    (text, i) => i % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host',
  )
  if (hosts.length > 1) {
    throw new InvalidRequest([{ field: 'request', message: 'must have only one Host header' }])
  }
  next()
}
