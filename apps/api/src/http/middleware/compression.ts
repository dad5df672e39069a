import compression from 'compression'
import type { RequestHandler, Response } from 'express'

import type { Context } from '../context.ts'

/** A strong entity tag is that of the bytes of one encoding (RFC 9110, section 8.8.3.3). Single resources have one; they are small. */
const hasStrongTag = (response: Response): boolean => String(response.getHeader('ETag')).startsWith('"')

const compress = compression({
  filter: (request, response) =>
    response.statusCode < 400 && !hasStrongTag(response) && compression.filter(request, response),
})

/**
 * Compresses responses for clients that accept it. A list contains the text of several callers, and each of them can
 * choose a part. The size of the compressed list is then a side channel (BREACH): an observer who chose a part can guess
 * the others. So data of authenticated callers is not compressed.
 */
export function compressResponses({ authenticator }: Context): RequestHandler {
  return (request, response, next) => {
    const accept = request.headers['accept-encoding']
    if (accept !== undefined && (authenticator === undefined || !request.path.startsWith('/api/')))
      compress(request, response, next)
    else next()
  }
}
