import type { RequestHandler } from 'express'

import { HttpError } from '../../../problems/http-errors.ts'
import type { Context } from '../../context.ts'

import { quoteHeader } from './known-hosts.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Without authentication, rejects writes by pages of other origins than this server's and CORS_ORIGINS with 403. CORS
 * alone does not prevent them: a browser sends a POST without a body, or with a form, before it looks at the response.
 * Returns no handler if every origin is allowed.
 */
export function rejectCrossSiteWrites({ authenticator, config }: Context): RequestHandler[] {
  const { http, publicUrl } = config
  if (authenticator !== undefined || http.corsOrigins.includes('*')) return []
  const published = publicUrl === undefined ? [] : [new URL(publicUrl).origin]
  const allowed = new Set([...http.corsOrigins, ...published])
  return [
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
    },
  ]
}

/** The scheme does not matter: a proxy may terminate TLS. */
const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
  origin.replace(/^https?:\/\//, '').toLowerCase() === host?.toLowerCase()
