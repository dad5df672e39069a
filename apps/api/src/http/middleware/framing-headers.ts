import type { RequestHandler } from 'express'

import { InvalidRequest } from '../../problems/http-errors.ts'

/**
 * Rejects a request with a header by which another server could read it differently: an HTTP/1.1 request without a Host
 * header or with two, of which Node keeps the first, and transfer codings that Node does not decode.
 */
export const requireClearFraming: RequestHandler = (
  { headers, httpVersion, rawHeaders },
  _response,
  next,
) => {
  // `rawHeaders` alternates names and values.
  const hosts = rawHeaders.filter(
    (name, i) => i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  )
  if (hosts.length > 1) throw invalid('must have only one Host header')
  if (hosts.length === 0 && httpVersion === '1.1') throw invalid('must have a Host header')
  const codings = headers['transfer-encoding']
  if (codings !== undefined && codings.toLowerCase() !== 'chunked')
    throw invalid('must have no Transfer-Encoding other than chunked')
  next()
}

const invalid = (message: string): InvalidRequest => new InvalidRequest([{ field: 'request', message }])
