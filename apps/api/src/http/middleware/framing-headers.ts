import type { RequestHandler } from 'express'

import { InvalidRequest } from '../../problems/http-errors.ts'

/**
 * Rejects a request with a header by which another server could read it differently: an HTTP/1.1 request without a Host
 * header or with two, of which Node keeps the first, and transfer codings that Node does not decode.
 */
export const requireClearFraming: RequestHandler = (request, _response, next) => {
  const { length } = request.rawHeaders.filter((text, i) => i % 2 === 0 && /^host$/i.test(text))
  const { 'transfer-encoding': coding = 'chunked' } = request.headers
  if (length > 1) throw invalid('must have only one Host header')
  if (length === 0 && request.httpVersion === '1.1') throw invalid('must have a Host header')
  if (coding.toLowerCase() !== 'chunked') throw invalid('must have no Transfer-Encoding other than chunked')
  next()
}

const invalid = (message: string): InvalidRequest => new InvalidRequest([{ field: 'request', message }])
