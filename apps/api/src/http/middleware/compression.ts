import compression from 'compression'
import type { RequestHandler } from 'express'

import type { Context } from '../context.ts'

const compress = compression({
  filter: (request, response) => response.statusCode < 400 && compression.filter(request, response),
})

/**
 * Compresses responses for clients that accept it. A list contains the text of several callers, and each of them can
 * choose a part. The size of the compressed list is then a side channel (BREACH): an observer who chose a part can guess
 * the others. So data of authenticated callers is not compressed.
 */
export function compressResponses({ authenticator }: Context): RequestHandler {
  return (request, response, next) => {
    const accept = request.headers['accept-encoding']
    // `x-gzip` is the same as `gzip` (RFC 9110, section 8.4.1.3), but the library does not know it.
    if (accept?.includes('x-gzip')) request.headers['accept-encoding'] = accept.replaceAll('x-gzip', 'gzip')
    if (accept !== undefined && (authenticator === undefined || !request.path.startsWith('/api/')))
      compress(request, response, next)
    else next()
  }
}
