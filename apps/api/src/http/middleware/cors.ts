import cors from 'cors'
import type { RequestHandler } from 'express'

const EXPOSED = [
  ...[
    'Allow',
    'ETag',
    'Idempotent-Replayed',
    'Location',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'WWW-Authenticate',
  ],
  'X-Request-Id',
]

/** How long a browser remembers what it may send. */
const MAX_AGE_SECONDS = 600

/** Lets the pages of some origins read the answers. Nothing when there are none. */
export function allowOrigins(origins: readonly string[]): RequestHandler[] {
  if (origins.length === 0) return []
  return [
    cors({
      origin: origins.includes('*') ? '*' : [...origins],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: EXPOSED,
      maxAge: MAX_AGE_SECONDS,
      // The route itself answers OPTIONS, with Allow.
      preflightContinue: true,
    }),
  ]
}
