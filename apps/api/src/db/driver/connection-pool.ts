import { Kysely } from 'kysely'
import pg from 'pg'

import { CloseOnErrorClient } from './close-on-error-client.ts'
import { PortableDialect } from './portable-dialect.ts'
import { PreparedStatementClient } from './prepared-statement-client.ts'
import type { Database } from '../schema.ts'
import { enablePipelining } from './pipelining.ts'
import { toIsoTimestamp } from './timestamp.ts'

export interface PoolOptions {
  connectionString: string
  /** The most connections at once. */
  poolSize: number
  /** Whether statements are prepared, and the server's own timeouts set; a pooler in front may allow neither. */
  prepared: boolean
  /** After how long a statement is given up that the server does not answer; 15 seconds if absent. */
  queryTimeoutMs?: number
  /** Told about every connection that dies, in use or not. */
  onLostConnection: (error: Error) => void
  /** Given the pool, whose counts can be read at any time. */
  onPool?: ((pool: pg.Pool) => void) | undefined
}

const DATE_OID: number = pg.types.builtins.DATE
const TIMESTAMPTZ_OID: number = pg.types.builtins.TIMESTAMPTZ
const CONNECT_TIMEOUT_MS = 5_000
/** Shorter than the wait for a connection: when all of them wait for one lock, other requests still get their turn. */
const LOCK_TIMEOUT_MS = 3_000
const STATEMENT_TIMEOUT_MS = 10_000
/** Longer than the server's own, so that it strikes only when the server does not answer at all. */
const QUERY_TIMEOUT_MS = 15_000
/** Without it the system asks after hours whether an idle connection still leads anywhere. */
const KEEP_ALIVE_DELAY_MS = 5_000

/** What the server itself keeps to, also when this process can no longer tell it anything. */
const SERVER_TIMEOUTS = {
  lock_timeout: LOCK_TIMEOUT_MS,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
}

/** A pool of connections; none is opened before the first statement. `destroy()` closes it. */
export function openPool(options: PoolOptions): Kysely<Database> {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: options.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: 'workbench-api',
    types: { getTypeParser },
    Client: options.prepared ? PreparedStatementClient : CloseOnErrorClient,
    // Several statements on their way at once, each answered by itself.
    pipeline: options.prepared,
    ...(options.prepared && { ...SERVER_TIMEOUTS, options: '-c TimeZone=UTC' }),
  })
  // A client that dies without a listener of its own ends the process; the pool listens only while it is idle.
  pool.on('connect', (client) => client.on('error', options.onLostConnection))
  pool.on('error', ignore)
  options.onPool?.(pool)
  const db = new Kysely<Database>({ dialect: new PortableDialect({ pool }) })
  if (options.prepared) enablePipelining(db, pool)
  return db
}

/** Two connections without a time limit, for migrations, which may have to wait for each other. */
export function openMigrationPool(connectionString: string): Kysely<Database> {
  const pool = new pg.Pool({ connectionString, max: 2, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  pool.on('connect', (client) => client.on('error', ignore))
  pool.on('error', ignore)
  return new Kysely<Database>({ dialect: new PortableDialect({ pool }) })
}

type Parser = (value: string) => unknown

const defaultParser = pg.types.getTypeParser as (oid: number, format?: 'text' | 'binary') => Parser

const parseMoment = defaultParser(TIMESTAMPTZ_OID) as (value: string) => Date
const asIs: Parser = (value) => value
const asIsoTimestamp: Parser = (value) => toIsoTimestamp(value, parseMoment)

/**
 * Dates stay text: a JavaScript date is a moment, and would shift with the time zone. Moments become the text that
 * clients get.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary'): Parser {
  switch (oid) {
    case DATE_OID:
      return asIs
    case TIMESTAMPTZ_OID:
      return asIsoTimestamp
    default:
      return defaultParser(oid, format)
  }
}

/** The statement that was running on the connection fails too, and is reported there. */
function ignore(): void {
  return
}
