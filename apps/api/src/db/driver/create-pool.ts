import pg from 'pg'

/**
 * Creates a connection pool. A connection error outside a query is an `error` event, which ends the process if there is
 * no listener. The pool itself listens only to idle clients, so a listener is added to each client, too.
 */
export function createPool(
  config: pg.PoolConfig,
  onConnectionError: (error: Error) => void = () => undefined,
): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('connect', (client) => client.on('error', onConnectionError))
  pool.on('error', () => undefined)
  return pool
}
