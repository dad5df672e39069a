import type { ServerResponse } from 'node:http'

import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'

import { openRateLimitPool, RATE_LIMIT_TABLE } from '../../db/driver/rate-limit-pool.ts'
import { HttpError } from '../../problems/http-errors.ts'

import type { RateLimitConfig } from '../../config/http.ts'

/** Counts a request of `key`, and tells the client what is left. Throws Refusal when that is nothing. */
export type RateLimiter = (key: string, response: ServerResponse) => Promise<void>

/** How long the server counts for itself after the database failed to. */
const FALLBACK_MS = 5_000

export interface RateLimiterOptions {
  databaseUrl: string
  /** Told when the database cannot count. */
  onFailure: (error: unknown) => void
}

/** A limit, and how to let go of what it holds. */
export interface OpenRateLimiter {
  rateLimiter: RateLimiter
  close: () => Promise<void>
}

/** A limit on the requests of each caller, counted in windows. */
export function openRateLimiter(settings: RateLimitConfig, options: RateLimiterOptions): OpenRateLimiter {
  const window = { points: settings.requests, duration: settings.seconds }
  const memory = new RateLimiterMemory(window)
  if (settings.store === 'memory')
    return {
      rateLimiter: createRateLimiter((key) => memory.consume(key), settings),
      close: () => Promise.resolve(),
    }
  const pool = openRateLimitPool(options.databaseUrl)
  const shared = new RateLimiterPostgres({
    ...window,
    storeClient: pool,
    storeType: 'pool',
    tableName: RATE_LIMIT_TABLE,
    tableCreated: true,
    keyPrefix: '',
    // Who is over the limit is not looked up again until the window ends.
    inMemoryBlockOnConsumed: settings.requests + 1,
  })
  return {
    rateLimiter: createRateLimiter(withFallback(shared, memory, options.onFailure), settings),
    close: () => pool.end(),
  }
}

type Consume = (key: string) => Promise<RateLimiterRes>

/** A limit that fails open would be none, one that fails closed an outage; each copy counting for itself is neither. */
function withFallback(
  shared: RateLimiterAbstract,
  own: RateLimiterAbstract,
  onFailure: (error: unknown) => void,
): Consume {
  let resume = 0
  return async (key) => {
    if (Date.now() < resume) return own.consume(key)
    try {
      return await shared.consume(key)
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error
      resume = Date.now() + FALLBACK_MS
      onFailure(error)
      return own.consume(key)
    }
  }
}

function createRateLimiter(consume: Consume, { requests, seconds }: RateLimitConfig): RateLimiter {
  const policy = `"default";q=${requests};w=${seconds}`
  return async (key, response) => {
    const { counted, within } = await consume(key).then(
      (counted) => ({ counted, within: true }),
      (error: unknown) => {
        if (error instanceof RateLimiterRes) return { counted: error, within: false }
        throw error
      },
    )
    const reset = Math.max(1, Math.ceil(counted.msBeforeNext / 1000))
    response.setHeader('RateLimit-Policy', policy)
    response.setHeader('RateLimit', `"default";r=${counted.remainingPoints};t=${reset}`)
    if (!within) {
      const detail = `At most ${requests} requests in ${seconds} seconds; try again in ${reset} seconds`
      throw new HttpError('too-many-requests', detail, { 'Retry-After': String(reset) })
    }
  }
}
