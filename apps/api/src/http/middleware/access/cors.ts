import cors from 'cors'
import type { RequestHandler } from 'express'

const EXPOSED_HEADERS =
  'Accept-Patch,Allow,ETag,Idempotent-Replayed,Link,Location,RateLimit,RateLimit-Policy,Retry-After,WWW-Authenticate,X-Request-Id'

/** How long a browser may cache the response to a preflight request. */
const MAX_AGE_SECONDS = 600

/** Allows pages of the given origins to read responses (CORS). Returns no handler if there are none. */
export function allowOrigins(origins: readonly string[]): RequestHandler[] {
  if (origins.length === 0) return []
  return [
    cors({
      origin: origins.includes('*') ? '*' : [...origins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: MAX_AGE_SECONDS,
      // The route answers OPTIONS itself, with the Allow header.
      preflightContinue: true,
    }),
  ]
}
