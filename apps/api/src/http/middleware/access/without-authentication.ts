import type { RequestHandler } from 'express'

import { HttpError } from '../../../problems/http-errors.ts'
import type { Context } from '../../context.ts'

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** Health checks name the server by any address, such as that of a pod, and read no data. */
const ANY_HOST_PATHS = new Set(['/livez', '/readyz'])

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What protects a server without authentication from web pages: they could use it from every browser that reaches it. */
export function protectFromPages({ authenticator, config }: Context): RequestHandler[] {
  if (authenticator !== undefined) return []
  const { publicUrl, http } = config
  const published = publicUrl === undefined ? [] : [new URL(publicUrl)]
  const hosts = [...http.allowedHosts, ...published.map(({ hostname }) => hostname)]
  const origins = [...http.corsOrigins, ...published.map(({ origin }) => origin)]
  return [
    ...(hosts.includes('*') ? [] : [requireKnownHost(new Set([...LOOPBACK_HOSTS, ...hosts]))]),
    ...(origins.includes('*') ? [] : [rejectCrossSiteWrites(new Set(origins))]),
  ]
}

/**
 * Rejects requests for other hosts with 421. Otherwise a web page could let its own host name resolve to the address of this
 * server (DNS rebinding), and then read and write as one of its pages.
 */
const requireKnownHost =
  (known: ReadonlySet<string>): RequestHandler =>
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
  }

const withoutPort = (host: string): string => host.replace(/:\d*$/, '').toLowerCase()

/**
 * Rejects writes by pages of other origins than this server's and the allowed ones with 403. CORS alone does not prevent
 * them: a browser sends a POST without a body, or with a form, before it looks at the response.
 */
const rejectCrossSiteWrites =
  (allowed: ReadonlySet<string>): RequestHandler =>
  (request, _response, next) => {
    const { origin, host, 'sec-fetch-site': site } = request.headers
    const isAllowed =
      SAFE_METHODS.has(request.method) ||
      (origin !== undefined && allowed.has(origin)) ||
      (site !== 'cross-site' && (origin === undefined || isOwnOrigin(origin, host)))
    if (!isAllowed) {
      const pages = origin === undefined ? 'other sites' : `the origin ${quoteHeader(origin)}`
      throw new HttpError(
        'cross-site-request',
        `This server has no authentication, so that pages of ${pages} cannot write; to allow them, add the origin to CORS_ORIGINS`,
      )
    }
    next()
  }

/** The scheme does not matter: a proxy may terminate TLS. */
const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
  origin.replace(/^https?:\/\//, '').toLowerCase() === host?.toLowerCase()

const MAX_QUOTED_LENGTH = 100

const quoteHeader = (value: string): string => JSON.stringify(value.slice(0, MAX_QUOTED_LENGTH))
