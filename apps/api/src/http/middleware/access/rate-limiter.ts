import type { ServerResponse } from 'node:http'

import type { RequestHandler } from 'express'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

import type { RateLimitConfig } from '../../../config/http.ts'
import { openRateLimitPool, RATE_LIMIT_TABLE } from '../../../db/driver/rate-limit-pool.ts'
import { HttpError } from '../../../problems/http-errors.ts'

import { clientNetwork } from '../../messages/client-network.ts'

/** Counts one request of `key` and sets the RateLimit headers. Throws HttpError (429) if the limit is exceeded. */
export type RateLimiter = (key: string, response: ServerResponse) => Promise<void>

/** A window that ends later than this after its length was begun before the clock went back. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000

interface OpenRateLimiter {
  rateLimiter: RateLimiter
  /** Closes the connections to the database, if there are any. */
  close: () => Promise<void>
}

/**
 * Creates a rate limiter that counts in fixed windows, in memory or in the database. If the database fails, each process
 * uses its own counters: then neither all requests are allowed nor all rejected.
 */
export function openRateLimiter(config: RateLimitConfig, databaseUrl: string): OpenRateLimiter {
  const window = { points: config.requests, duration: config.seconds }
  const memory = new RateLimiterMemory(window)
  if (config.store === 'memory')
    return { rateLimiter: createRateLimiter(memory, config), close: () => Promise.resolve() }
  const pool = openRateLimitPool(databaseUrl)
  const database = new RateLimiterPostgres({
    ...window,
    storeClient: pool,
    storeType: 'pool',
    tableName: RATE_LIMIT_TABLE,
    tableCreated: true,
    keyPrefix: '',
    insuranceLimiter: memory,
    // A client over its limit is rejected from memory until its window ends.
    inMemoryBlockOnConsumed: config.requests + 1,
  })
  return { rateLimiter: createRateLimiter(database, config), close: () => pool.end() }
}

/** Counts requests by the client's network. Returns no handler if there is no rate limiter. */
export function rateLimitByNetwork(rateLimiter: RateLimiter | undefined): RequestHandler[] {
  if (rateLimiter === undefined) return []
  return [
    async (request, response, next) => {
      await rateLimiter(clientNetwork(request.ip), response)
      next()
    },
  ]
}

function createRateLimiter(
  limiter: RateLimiterMemory | RateLimiterPostgres,
  { requests, seconds }: RateLimitConfig,
): RateLimiter {
  /** `consume` rejects with a RateLimiterRes if the limit is exceeded. */
  const count = async (key: string): Promise<{ result: RateLimiterRes; allowed: boolean }> => {
    try {
      return { result: await limiter.consume(key), allowed: true }
    } catch (error) {
      if (error instanceof RateLimiterRes) return { result: error, allowed: false }
      throw error
    }
  }
  const policy = `"default";q=${requests};w=${seconds}`
  return async (key, response) => {
    let counted = await count(key)
    if (counted.result.msBeforeNext > seconds * 1000 + MAX_CLOCK_DIFFERENCE_MS) {
      await limiter.delete(key).catch(() => undefined)
      counted = await count(key)
    }
    const { result, allowed } = counted
    const reset = Math.min(seconds, Math.max(1, Math.ceil(result.msBeforeNext / 1000)))
    response.setHeader('RateLimit-Policy', policy)
    response.setHeader('RateLimit', `"default";r=${result.remainingPoints};t=${reset}`)
    if (!allowed) {
      throw new HttpError(
        'too-many-requests',
        `The limit is ${requests} requests in ${seconds} seconds; try again in ${reset} seconds`,
        { headers: { 'Retry-After': String(reset) } },
      )
    }
  }
}
