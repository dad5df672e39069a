import type { RequestHandler } from 'express'

import { HttpError } from '../../problems/http-errors.ts'

/** Rejects a request that expects something other than 100-continue, as RFC 9110, section 10.1.1, allows. */
export const requireKnownExpectation: RequestHandler = ({ headers: { expect } }, _response, next) => {
  if (expect !== undefined && !isContinue(expect)) {
    throw new HttpError('expectation-failed', 'The Expect header must be 100-continue, or absent')
  }
  next()
}

export const isContinue = (expectation: string): boolean => expectation.toLowerCase() === '100-continue'
