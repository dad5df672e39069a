import {
  type DialectAdapter,
  type Kysely,
  type MigrationLockOptions,
  PostgresAdapter,
  PostgresDialect,
  sql,
} from 'kysely'

/** Kysely's dialect, with a migration lock that the distributed engines have too. */
export class PortableDialect extends PostgresDialect {
  override createAdapter(): DialectAdapter {
    return new PortableAdapter()
  }
}

/**
 * Locks a row for the time of the migration's transaction. Kysely would take an advisory lock, which CockroachDB
 * accepts and ignores, and which YugabyteDB refuses.
 */
class PortableAdapter extends PostgresAdapter {
  // The parameter's type is Kysely's own.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  override async acquireMigrationLock(db: Kysely<any>, options: MigrationLockOptions): Promise<void> {
    await sql`select id from ${sql.table(options.lockTable)} where id = ${options.lockRowId} for update`.execute(
      db,
    )
  }
}
