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

/** More would take from the database's work, rather than add to it. */
const MAX_PIPELINED_CONNECTIONS = 4

const pipelinedInstances = new WeakMap<Kysely<Database>, Kysely<Database>>()

/**
 * Lets the quick reads of `db` share connections of its pool, up to half of them: a statement is sent while others are
 * still to be answered, which saves the waiting for a connection, and most of what sending one by one costs.
 */
export function enablePipelining(db: Kysely<Database>, pool: Pool): void {
  const max = Math.min(MAX_PIPELINED_CONNECTIONS, Math.floor(pool.options.max / 2))
  if (max === 0) return
  const driver = new PipeliningDriver(pool, max)
  pipelinedInstances.set(db, new Kysely<Database>({ dialect: new PipeliningDialect({ pool }, driver) }))
}

/**
 * What to run a statement on that only reads, waits for no lock, and is sure to be quick: whoever shares its connection
 * waits for it. Inside a transaction, and where nothing is shared, `db` itself.
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

/** A connection of the pool, for as long as somebody uses it; when it breaks, all of them learn that, and leave. */
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
    throw new TypeError('A connection that is shared streams nothing')
  }

  /** Gives it back to the pool, which sees for itself whether it can be used again. */
  close(): void {
    this.#client?.release()
  }
}

class PipeliningDriver implements Driver {
  readonly #pool: Pool
  readonly #max: number
  /** Each has users. */
  readonly #connections = new Set<PipelinedConnection>()

  constructor(pool: Pool, max: number) {
    this.#pool = pool
    this.#max = max
  }

  async acquireConnection(): Promise<PipelinedConnection> {
    const connection = this.#leastBusyConnection()
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

  /** One more connection, up to the most that there may be; then the one with the fewest users. */
  #leastBusyConnection(): PipelinedConnection {
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

  /** The pool belongs to who made it. */
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
  Promise.reject(new TypeError('A transaction needs a connection of its own'))
