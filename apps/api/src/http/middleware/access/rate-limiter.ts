import type { ServerResponse } from 'node:http'

import type { RequestHandler } from 'express'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import type { RateLimitConfig } from '../../../config/http.ts'
import { HttpError } from '../../../problems/http-errors.ts'
import { clientNetwork } from '../../messages/client-address.ts'

/** Counts one request of `key` and sets the RateLimit headers. Throws HttpError (429) if the limit is exceeded. */
export type RateLimiter = (key: string, response: ServerResponse) => Promise<void>

/** Creates a rate limiter that counts in fixed windows, in the memory of this process. */
export function createRateLimiter({ requests, seconds }: RateLimitConfig): RateLimiter {
  const limiter = new RateLimiterMemory({ points: requests, duration: seconds })
  const policy = `"default";q=${requests};w=${seconds}`
  return async (key, response) => {
    // It rejects with its result if the limit is exceeded.
    const result = await limiter.consume(key).catch((error: unknown) => {
      if (error instanceof RateLimiterRes) return error
      throw error
    })
    const reset = Math.min(seconds, Math.max(1, Math.ceil(result.msBeforeNext / 1000)))
    response.setHeader('RateLimit-Policy', policy)
    response.setHeader('RateLimit', `"default";r=${result.remainingPoints};t=${reset}`)
    if (result.consumedPoints > requests) {
      throw new HttpError(
        'too-many-requests',
        `The limit is ${requests} requests in ${seconds} seconds; try again in ${reset} seconds`,
        { headers: { 'Retry-After': String(reset) } },
      )
    }
  }
}

/** Counts requests by the client's network. Returns no handler if there is no rate limiter. */
export function rateLimitByNetwork(rateLimiter: RateLimiter | undefined): RequestHandler[] {
  if (rateLimiter === undefined) return []
  return [
    async (request, response, next) => {
      await rateLimiter(clientNetwork(request), response)
      next()
    },
  ]
}
