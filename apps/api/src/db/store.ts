import { setTimeout as sleep } from 'node:timers/promises'

import type { CompiledQuery, Kysely, QueryCreator } from 'kysely'

import { StoreUnavailable } from '../domain/errors.ts'

import {
  isDiskFull,
  isRetryable,
  isUnavailable,
  statementFailure,
  type StatementFailure,
} from './errors/classify-error.ts'
import type { ChangeType, Database } from './schema.ts'

/** Adds a CTE to a write, which records the row that its CTE `written` returns. */
export type Recorder = <Tables>(
  db: QueryCreator<Tables>,
  table: 'projects' | 'tasks',
  type: ChangeType,
) => QueryCreator<Tables>

export interface StoreOptions {
  /** Undefined: writes are not recorded. */
  recorder?: Recorder | undefined
  /** Whether the tables are distributed. */
  isDistributed?: boolean | undefined
  /** Those of the other nodes of a cluster: of the coordinator, and of the node with the shard of each bucket. */
  coordinator?: Store | undefined
  byBucket?: readonly Store[] | undefined
  /** The bucket of a new project; by default random. */
  newBucket?: number | undefined
  /** Executes a statement and returns its rows. Undefined in a transaction: Kysely knows its connection. */
  execute?: (({ sql, parameters }: CompiledQuery, canPipeline: boolean) => Promise<unknown[]>) | undefined
  /** Called for each attempt that fails, for metrics. */
  onFailure?: ((failure: StatementFailure) => void) | undefined
}

const MAX_ATTEMPTS = 6
const BASE_DELAY_MS = 5

/** Executes statements on a connection pool, or in a transaction. */
export class Store {
  readonly recorder: Recorder | undefined
  readonly isDistributed: boolean
  readonly newBucket: number | undefined
  /** This store, or the one of the coordinator of a cluster. */
  readonly coordinator: Store
  readonly #db: Kysely<Database>
  readonly #options: StoreOptions

  constructor(db: Kysely<Database>, options: StoreOptions) {
    this.#db = db
    this.coordinator = options.coordinator ?? this
    this.recorder = options.recorder
    this.isDistributed = options.isDistributed ?? false
    this.newBucket = options.newBucket
    this.#options = options
  }

  /**
   * The store that executes a statement: that of the coordinator for a write that is recorded, otherwise that of the node
   * with the bucket. Any other node would send the statement there.
   */
  executing(bucket: number | undefined, isWrite: boolean): Store {
    if (isWrite && this.recorder !== undefined) return this.coordinator
    return this.#options.byBucket?.[bucket ?? -1] ?? this
  }

  /**
   * Executes a compiled statement as `run` does, and returns its rows.
   *
   * @param canPipeline whether it reads, takes no lock and is fast, so that others can wait for it on one connection
   */
  async execute<Row>(query: CompiledQuery<Row>, canPipeline: boolean): Promise<Row[]> {
    const { execute } = this.#options
    if (execute === undefined) return this.run(async (db) => (await db.executeQuery(query)).rows)
    return this.#retry(() => execute(query, canPipeline) as Promise<Row[]>)
  }

  /**
   * Executes a single statement, and retries it after a serialization failure or a deadlock. Inside a transaction only
   * the whole transaction can be retried, so the error is passed on to `transact`.
   *
   * @throws StoreUnavailable if the database is unavailable, or if the last attempt was rolled back too
   */
  async run<T>(statement: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#db.isTransaction ? statement(this.#db) : this.#retry(() => statement(this.#db))
  }

  /**
   * Executes `work` in a transaction, and retries the whole transaction after a serialization failure or a deadlock.
   * `work` must have no effects outside the transaction, because it may be called several times. Inside a transaction, it is
   * a part of that one.
   *
   * @param bucket in a distributed database, the one of all statements of `work`, also of a project that it creates
   * @throws StoreUnavailable as `run` does
   */
  async transact<T>(work: (store: Store) => Promise<T>, bucket?: number): Promise<T> {
    const executing = this.executing(bucket, true)
    if (executing !== this) return executing.transact(work, bucket)
    if (this.#db.isTransaction) return work(this)
    const options = { recorder: this.recorder, isDistributed: this.isDistributed, newBucket: bucket }
    return this.#retry(() =>
      this.#db.transaction().execute((transaction) => work(new Store(transaction, options))),
    )
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await this.#db.destroy()
  }

  async #retry<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        this.#options.onFailure?.(statementFailure(error))
        if (!isRetryable(error) || attempt === MAX_ATTEMPTS) throw toDomainError(error)
        // Exponential backoff with full jitter, so that two conflicting transactions do not collide again.
        await sleep(Math.random() * BASE_DELAY_MS * 2 ** attempt)
      }
    }
  }
}

function toDomainError(error: unknown): unknown {
  if (!isUnavailable(error)) return error
  const reason = isDiskFull(error) ? 'has no disk space left' : 'cannot be reached now'
  return new StoreUnavailable(`The database ${reason}; try again`, { cause: error })
}
