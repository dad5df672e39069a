import pg from 'pg'

import { CloseOnErrorClient } from './close-on-error-client.ts'

/** The table of the counters that all copies share. */
export const RATE_LIMIT_TABLE = 'rate_limits'

const MAX_CONNECTIONS = 4
/** A request waits for its count before it waits for anything else. */
const TIMEOUT_MS = 1_000

/** Connections for counting requests, apart from those that serve them. */
export function openRateLimitPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
    application_name: 'workbench-api-limits',
    Client: CloseOnErrorClient,
  })
  // The statement that was running fails too, and is reported there.
  const ignore = (): void => undefined
  pool.on('connect', (client) => client.on('error', ignore))
  pool.on('error', ignore)
  return pool
}
