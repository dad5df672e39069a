import type { RequestHandler } from 'express'

import { HttpError } from '../../../problems/http-errors.ts'
import type { Context } from '../../context.ts'

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** Health checks name the server by any address, such as that of a pod, and read no data. */
const ANY_HOST_PATHS = new Set(['/livez', '/readyz'])

/**
 * Without authentication, rejects requests for hosts that the settings do not name with 421. Otherwise a web page could
 * let its own host name resolve to the address of this server (DNS rebinding), and then read and write as one of its
 * pages. Returns no handler if every host is served.
 */
export function requireKnownHost({ authenticator, config }: Context): RequestHandler[] {
  const { http, publicUrl } = config
  if (authenticator !== undefined || http.allowedHosts.includes('*')) return []
  const published = publicUrl === undefined ? [] : [new URL(publicUrl).hostname]
  const known = new Set([...LOOPBACK_HOSTS, ...http.allowedHosts, ...published])
  return [
    (request, _response, next) => {
      const { host } = request.headers
      // Browsers always send a host; HTTP/1.0 does not require it.
      if (host !== undefined && !known.has(withoutPort(host)) && !ANY_HOST_PATHS.has(request.path)) {
        throw new HttpError(
          'misdirected-request',
          `This server has no authentication and does not serve the host ${quoteHeader(host)}; to serve it, add it to ALLOWED_HOSTS`,
        )
      }
      next()
    },
  ]
}

const withoutPort = (host: string): string => host.replace(/:\d*$/, '').toLowerCase()

const MAX_QUOTED_LENGTH = 100

/** Quotes the value of a header for an error message. */
export const quoteHeader = (value: string): string => JSON.stringify(value.slice(0, MAX_QUOTED_LENGTH))
