import type { RequestHandler } from 'express'

import { HttpError } from '../../problems/http-errors.ts'

/** Rejects a request that expects something other than 100-continue, as RFC 9110, section 10.1.1, allows. */
export const requireKnownExpectation: RequestHandler = ({ headers }, _response, next) => {
  const members = headers.expect?.split(',') ?? []
  if (members.some((member) => member.trim().toLowerCase() !== '100-continue')) {
    throw new HttpError('expectation-failed', 'The Expect header must be 100-continue, or absent')
  }
  next()
}
