import { type Kysely, Migrator, sql } from 'kysely'

import { StartupError } from '../../start/startup-error.ts'
import { isPermissionDenied, isUndefinedTable } from '../errors/classify-error.ts'

import { MIGRATIONS } from './index.ts'

/**
 * Executes the pending migrations and returns their names. Several processes may call this at the same time: the first
 * one migrates while the others wait. If no migration is pending, it only reads the list of migrations, so that the role
 * needs no other privileges.
 *
 * A database with migrations of a later version is accepted, because migrations only add to the schema; `onNewer` is
 * called with their names. Throws StartupError if it lacks others, or if the role may not execute them; otherwise the
 * errors of the driver. A failed migration is rolled back.
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  onNewer: (names: string[]) => void = () => undefined,
): Promise<string[]> {
  const executed = await executedMigrations(db)
  const newer = [...executed].filter((name) => !Object.hasOwn(MIGRATIONS, name))
  const pending = Object.keys(MIGRATIONS).filter((name) => !executed.has(name))
  if (newer.length > 0) onNewer(newer)
  if (pending.length === 0) return []
  if (newer.length > 0) {
    throw new StartupError(
      `The database has the migrations ${newer.join(', ')} of another version, but not ${pending.join(', ')}; run \`migrate\` of the newest version`,
    )
  }
  try {
    return await execute(db)
  } catch (error) {
    if (!isPermissionDenied(error)) throw error
    throw new StartupError(
      `The migrations ${pending.join(', ')} are missing, and the role in DATABASE_URL may not execute them (${String(error)}); run \`migrate\` with the owner of the tables`,
      { cause: error },
    )
  }
}

async function executedMigrations<Schema>(db: Kysely<Schema>): Promise<ReadonlySet<string>> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return new Set(rows.map(({ name }) => name))
  } catch (error) {
    if (isUndefinedTable(error)) return new Set()
    throw error
  }
}

/** An advisory lock lets other processes wait. */
async function execute<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw error as Error
  return results.map((result) => result.migrationName)
}
