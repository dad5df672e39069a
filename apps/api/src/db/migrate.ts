import { type Kysely, Migrator } from 'kysely'

import { MIGRATIONS } from './migrations/index.ts'

/**
 * Brings the database to the newest version, and returns the names of the migrations that this took. Any number
 * of processes may do it at once: all but one wait, and then find nothing to do.
 *
 * Throws what the database throws; a migration that fails leaves nothing behind where definitions are
 * transactional, and can be run again where they are not.
 */
export async function migrate<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw error as Error
  return results.map((result) => result.migrationName)
}
