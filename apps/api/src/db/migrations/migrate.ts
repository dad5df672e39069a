import { type Kysely, Migrator, sql } from 'kysely'

import { isDuplicate } from '../errors/classify-error.ts'
import { MIGRATIONS } from './index.ts'

const MAX_ATTEMPTS = 10

/**
 * Executes the pending migrations and returns their names. Several processes may call this at the same time: the first
 * one migrates while the others wait for its row lock. Uses two connections.
 *
 * Throws the errors of the driver. A failed migration is rolled back if the engine has transactional DDL; otherwise it
 * can be executed again.
 */
export async function migrate<Schema>(db: Kysely<Schema>): Promise<string[]> {
  await createLock(db)
  return db.transaction().execute(async (lock) => {
    await sql`select id from migration_lock for update`.execute(lock)
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error !== undefined) throw error as Error
    return results.map((result) => result.migrationName)
  })
}

/**
 * Creates the row that a migrating process locks. An advisory lock would be simpler, but CockroachDB ignores it, and not
 * every version of YugabyteDB supports it.
 */
async function createLock<Schema>(db: Kysely<Schema>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await sql`create table if not exists migration_lock (id integer not null primary key)`.execute(db)
      await sql`insert into migration_lock (id) values (1) on conflict do nothing`.execute(db)
      return
    } catch (error) {
      // `if not exists` is not atomic: two processes that create the table at the same time may conflict.
      if (!isDuplicate(error) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}
