import { randomUUID } from 'node:crypto'

import type { RequestHandler } from 'express'

export const REQUEST_ID_HEADER = 'X-Request-Id'

const ACCEPTED = /^[\w.-]{1,64}$/

/** Gives every request an id, its own if it brings a plain one, and answers with it. */
export const identify: RequestHandler = (request, response, next) => {
  const brought = request.get(REQUEST_ID_HEADER) ?? ''
  response.setHeader(REQUEST_ID_HEADER, ACCEPTED.test(brought) ? brought : randomUUID())
  next()
}
