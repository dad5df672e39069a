import type { Logger } from 'pino'

import type { Config } from '../config/config.ts'
import { openRateLimiter, type RateLimiter } from '../http/middleware/access/rate-limiter.ts'

import type { Cleanup } from './database.ts'
import { logDatabaseFailure } from './log-database-failure.ts'

/** Opens the rate limiter with its own connections; undefined if requests are not limited. */
export function startRateLimiter(
  databaseUrl: string,
  { http }: Config,
  logger: Logger,
  cleanup: Cleanup,
): RateLimiter | undefined {
  if (http.rateLimit === undefined) return undefined
  const { rateLimiter, close } = openRateLimiter(http.rateLimit, {
    databaseUrl,
    onFailure: logDatabaseFailure(
      logger,
      'counting requests in the database failed; this process uses its own counters',
    ),
  })
  cleanup.push(close)
  return rateLimiter
}
