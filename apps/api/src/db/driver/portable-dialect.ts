import { type DialectAdapter, PostgresAdapter, PostgresDialect } from 'kysely'

/** Kysely's dialect without the advisory lock of its migrator, which CockroachDB ignores. `migrate` locks a row instead. */
export class PortableDialect extends PostgresDialect {
  override createAdapter(): DialectAdapter {
    return new LocklessAdapter()
  }
}

class LocklessAdapter extends PostgresAdapter {
  override acquireMigrationLock(): Promise<void> {
    return Promise.resolve()
  }

  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve()
  }
}
