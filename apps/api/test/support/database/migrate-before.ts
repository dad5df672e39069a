import { type Kysely, Migrator } from 'kysely'

import { MIGRATIONS } from '../../../src/db/migrations/index.ts'

/** Executes the migrations whose names are less than `name`, as an earlier version does. */
export async function migrateBefore<Schema>(db: Kysely<Schema>, name: string): Promise<void> {
  const earlier = Object.fromEntries(Object.entries(MIGRATIONS).filter(([other]) => other < name))
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(earlier) } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error as Error
}
