import {
  type DialectAdapter,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
} from 'kysely'

interface PortableDialectConfig extends PostgresDialectConfig {
  /** Whether writes are recorded in the change feed. */
  recordChanges?: boolean
}

/** Kysely's dialect without the advisory lock of its migrator, which CockroachDB ignores. `migrate` locks a row instead. */
export class PortableDialect extends PostgresDialect {
  readonly #recordChanges: boolean

  constructor({ recordChanges = false, ...config }: PortableDialectConfig) {
    super(config)
    this.#recordChanges = recordChanges
  }

  override createAdapter(): DialectAdapter {
    return new LocklessAdapter(this.#recordChanges)
  }
}

class LocklessAdapter extends PostgresAdapter {
  readonly recordsChanges: boolean

  constructor(recordsChanges: boolean) {
    super()
    this.recordsChanges = recordsChanges
  }

  override acquireMigrationLock(): Promise<void> {
    return Promise.resolve()
  }

  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve()
  }
}

/** Whether writes through `db` are recorded in the change feed. The adapter is shared with its transactions. */
export function recordsChanges(db: Pick<Kysely<unknown>, 'getExecutor'>): boolean {
  const { adapter } = db.getExecutor()
  return adapter instanceof LocklessAdapter && adapter.recordsChanges
}
