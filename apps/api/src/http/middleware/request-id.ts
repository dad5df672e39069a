import { randomUUID } from 'node:crypto'

import type { RequestHandler } from 'express'

export const REQUEST_ID_HEADER = 'X-Request-Id'

const VALID_REQUEST_ID = /^[\w.-]{1,64}$/

/** Sets X-Request-Id in the response: the id from the request if it is valid, otherwise a new one. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const received = request.get(REQUEST_ID_HEADER) ?? ''
  response.setHeader(REQUEST_ID_HEADER, VALID_REQUEST_ID.test(received) ? received : randomUUID())
  next()
}
