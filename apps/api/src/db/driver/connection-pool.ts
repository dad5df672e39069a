import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

import type { Connection } from '../../config/database.ts'
import type { Database } from '../schema.ts'
import { Store, type StoreOptions } from '../store.ts'

import { CloseOnErrorClient, PreparedStatementClient } from './clients.ts'
import { Pipeline } from './pipelining.ts'
import { SessionClient, type SessionConfig } from './session-client.ts'
import { toIsoTimestamp } from './timestamp.ts'

interface PoolOptions extends Omit<StoreOptions, 'execute' | 'newBucket'> {
  /** Called for each new connection. */
  connection: () => Connection
  /** The maximum number of connections. */
  poolSize: number
  /**
   * Whether statements are prepared, reads are pipelined, and timeouts are set as session parameters. Must be false for
   * a pooler in transaction mode, because these need a session of their own.
   */
  prepared: boolean
  /** Called for every connection that is lost, whether it was in use or idle. */
  onLostConnection: (error: Error) => void
  /** Called once with the pool, for metrics. */
  onPool?: ((pool: pg.Pool) => void) | undefined
}

/** Shorter than the connect timeout: if all connections wait for a lock, queued requests still get one in time. */
const LOCK_TIMEOUT_MS = 3_000
const STATEMENT_TIMEOUT_MS = 10_000
/** Longer than the timeouts of the server, so that it applies only if the server does not respond at all. */
const QUERY_TIMEOUT_MS = 15_000
/** TCP keep-alive detects dead idle connections; the default of the operating system is hours. */
const KEEP_ALIVE_DELAY_MS = 5_000

/** Timeouts that PostgreSQL enforces, also after this process has lost the connection. */
export const SERVER_TIMEOUTS = {
  lock_timeout: LOCK_TIMEOUT_MS,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
}

/** Creates a connection pool. Connections are opened on demand; `close()` closes them. */
export function openStore(options: PoolOptions): Store {
  const pool = createPool(
    {
      ...connecting(options.connection),
      max: options.poolSize,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      application_name: 'workbench-api',
      types: { getTypeParser },
      Client: options.prepared ? PreparedStatementClient : CloseOnErrorClient,
      pipeline: options.prepared,
      ...(options.prepared && SERVER_TIMEOUTS),
    },
    options.onLostConnection,
  )
  options.onPool?.(pool)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  // With a single connection, transactions would wait for the reads.
  const pipeline = options.prepared && options.poolSize > 1 ? new Pipeline(pool) : undefined
  return new Store(db, {
    ...options,
    execute: ({ sql, parameters }, canPipeline) =>
      canPipeline && pipeline !== undefined
        ? pipeline.execute(sql, parameters)
        : execute(pool, sql, parameters),
  })
}

async function execute(pool: pg.Pool, text: string, parameters: readonly unknown[]): Promise<object[]> {
  const client = await pool.connect()
  try {
    return (await client.query<object>(text, parameters as unknown[])).rows
  } finally {
    client.release()
  }
}

/** Creates a pool for migrations: one connection, without timeouts, because migrations may wait for each other. */
export function openMigrationPool(connection: () => Connection): Kysely<Database> {
  const pool = createPool({ ...connecting(connection), max: 1, Client: SessionClient })
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Creates a connection pool. A connection error outside a query is an `error` event, which ends the process if there is
 * no listener. The pool itself listens only to idle clients, so a listener is added to each client, too.
 */
function createPool(
  config: pg.PoolConfig & SessionConfig,
  onConnectionError: (error: Error) => void = () => undefined,
): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('connect', (client) => client.on('error', onConnectionError))
  pool.on('error', () => undefined)
  return pool
}

const CONNECT_TIMEOUT_MS = 5_000

/** The pool limits with the same time how long a query waits for a free connection. */
const connecting = (connectionConfig: () => Connection) => ({
  connectionConfig,
  connectionTimeoutMillis: connectionConfig().connectionTimeoutMillis ?? CONNECT_TIMEOUT_MS,
})

type Parser = (value: string) => unknown

/**
 * A `date` stays text, because a JavaScript Date is a point in time and would shift with the time zone. A `timestamptz`
 * becomes ISO 8601 text, as responses contain it.
 */
const PARSERS = new Map<number, Parser>([
  [pg.types.builtins.DATE, (text) => text],
  [pg.types.builtins.TIMESTAMPTZ, toIsoTimestamp],
])

const getTypeParser = (oid: number, format?: 'text' | 'binary'): Parser =>
  PARSERS.get(oid) ??
  (pg.types.getTypeParser as (oid: number, format?: 'text' | 'binary') => Parser)(oid, format)
