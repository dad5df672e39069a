import { randomUUID } from 'node:crypto'

import type { RequestHandler } from 'express'

export const REQUEST_ID_HEADER = 'X-Request-Id'

const VALID_REQUEST_ID = /^[\w.-]{1,64}$/

/** Gives every request an id, its own if it brings a plain one, and answers with it. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const brought = request.get(REQUEST_ID_HEADER) ?? ''
  response.setHeader(REQUEST_ID_HEADER, VALID_REQUEST_ID.test(brought) ? brought : randomUUID())
  next()
}
