import { type DialectAdapter, PostgresAdapter, PostgresDialect } from 'kysely'

/** Kysely's dialect, less the lock that its migrator takes: `migrate` takes one that the distributed engines have. */
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
