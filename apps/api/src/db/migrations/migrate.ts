import { type Kysely, Migrator, sql } from 'kysely'

import { isDuplicate } from '../errors/classify-error.ts'
import { MIGRATIONS } from './index.ts'

const MAX_ATTEMPTS = 10

/**
 * Brings the database to the newest version, and returns the names of the migrations that this took. Any number
 * of processes may do it at once: all but one wait, and then find nothing to do. Takes two connections.
 *
 * Throws what the database throws; a migration that fails leaves nothing behind where definitions are
 * transactional, and can be run again where they are not.
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
 * The row that a migrating process locks. An advisory lock would be shorter, but CockroachDB accepts and ignores
 * it, and not every version of YugabyteDB has it.
 */
async function createLock<Schema>(db: Kysely<Schema>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await sql`create table if not exists migration_lock (id integer not null primary key)`.execute(db)
      await sql`insert into migration_lock (id) values (1) on conflict do nothing`.execute(db)
      return
    } catch (error) {
      // Two that create a table at once may both find that there is none.
      if (!isDuplicate(error) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}
