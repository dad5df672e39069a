import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type QueryResult,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'

import type { Database } from '../schema.ts'

/** More connections do not increase the throughput of reads. */
const MAX_PIPELINED_CONNECTIONS = 4

const pipelinedInstances = new WeakMap<Kysely<Database>, Kysely<Database>>()

/**
 * Enables pipelining for short reads of `db`: up to half of the connections of its pool are shared, and a statement is
 * sent on them before the responses to earlier ones have arrived. Reads then do not wait for a free connection, and
 * several statements share one system call.
 */
export function enablePipelining(db: Kysely<Database>, pool: Pool): void {
  const max = Math.min(MAX_PIPELINED_CONNECTIONS, Math.floor(pool.options.max / 2))
  if (max === 0) return
  const driver = new PipeliningDriver(pool, max)
  pipelinedInstances.set(db, new Kysely<Database>({ dialect: new PipeliningDialect({ pool }, driver) }))
}

/**
 * Returns the Kysely instance that pipelines the statements of `db`; `db` itself in a transaction, or if pipelining is
 * disabled. Only for statements that read, take no lock and are fast: the statements behind them on the same connection
 * wait for them.
 */
export function pipelined(db: Kysely<Database>): Kysely<Database> {
  return pipelinedInstances.get(db) ?? db
}

class PipeliningDialect extends PostgresDialect {
  readonly #driver: Driver

  constructor(config: { pool: Pool }, driver: Driver) {
    super(config)
    this.#driver = driver
  }

  override createDriver(): Driver {
    return this.#driver
  }
}

/** A pool connection with concurrent queries. All of them fail if the connection is lost. */
class PipelinedConnection implements DatabaseConnection {
  activeQueries = 0
  readonly opened: Promise<PoolClient>
  #client: PoolClient | undefined

  constructor(pool: Pool) {
    this.opened = pool.connect().then((client) => (this.#client = client))
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const client = this.#client ?? (await this.opened)
    const { rows } = await client.query(sql, [...parameters])
    return { rows: rows as Row[] }
  }

  streamQuery(): never {
    throw new TypeError('A pipelined connection cannot stream')
  }

  /** Returns the client to the pool, which discards it if its connection is closed. */
  close(): void {
    this.#client?.release()
  }
}

class PipeliningDriver implements Driver {
  readonly #pool: Pool
  readonly #max: number
  /** Each has at least one active query. */
  readonly #connections = new Set<PipelinedConnection>()

  constructor(pool: Pool, max: number) {
    this.#pool = pool
    this.#max = max
  }

  async acquireConnection(): Promise<PipelinedConnection> {
    const connection = this.#chooseConnection()
    connection.activeQueries += 1
    try {
      await connection.opened
    } catch (error) {
      this.#release(connection)
      throw error
    }
    return connection
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof PipelinedConnection) this.#release(connection)
    return Promise.resolve()
  }

  /** Opens another connection up to the maximum, then returns the one with the fewest active queries. */
  #chooseConnection(): PipelinedConnection {
    let chosen: PipelinedConnection | undefined
    for (const connection of this.#connections) {
      if (chosen === undefined || connection.activeQueries < chosen.activeQueries) chosen = connection
    }
    if (chosen !== undefined && this.#connections.size >= this.#max) return chosen
    const opened = new PipelinedConnection(this.#pool)
    this.#connections.add(opened)
    return opened
  }

  #release(connection: PipelinedConnection): void {
    connection.activeQueries -= 1
    if (connection.activeQueries > 0) return
    this.#connections.delete(connection)
    connection.close()
  }

  init(): Promise<void> {
    return Promise.resolve()
  }

  /** The pool belongs to the caller of `enablePipelining`. */
  destroy(): Promise<void> {
    return Promise.resolve()
  }

  beginTransaction(): Promise<void> {
    return noTransaction()
  }

  commitTransaction(): Promise<void> {
    return noTransaction()
  }

  rollbackTransaction(): Promise<void> {
    return noTransaction()
  }
}

const noTransaction = (): Promise<never> =>
  Promise.reject(new TypeError('A transaction needs an exclusive connection'))
