import type pg from 'pg'

import { CloseOnErrorClient } from './clients.ts'
import { createPool } from './create-pool.ts'

/** The table with the request counters that all server processes share. */
export const RATE_LIMIT_TABLE = 'rate_limits'

const MAX_CONNECTIONS = 4
/** Short, because every request waits for its counter before anything else. */
const TIMEOUT_MS = 1_000

/** A pool of its own for the rate limiter, so that counting does not wait for connections that serve requests. */
export function openRateLimitPool(connectionString: string): pg.Pool {
  return createPool({
    connectionString,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
    application_name: 'workbench-api-limits',
    Client: CloseOnErrorClient,
  })
}
