import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

import { REQUEST_ID_HEADER } from './request-id.ts'

/** Writes one line for each request, when its answer is sent or its client is gone. */
export function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const { method, originalUrl: url } = request
    const start = performance.now()
    response.once('close', () => {
      logger.info(
        {
          requestId: response.getHeader(REQUEST_ID_HEADER),
          method,
          url,
          status: response.statusCode,
          ms: Math.round((performance.now() - start) * 10) / 10,
          ...(!response.writableFinished && { aborted: true }),
        },
        'request',
      )
    })
    next()
  }
}
