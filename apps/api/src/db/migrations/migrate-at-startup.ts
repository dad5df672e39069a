import { setTimeout as sleep } from 'node:timers/promises'

import type { Kysely } from 'kysely'

import type { Connection } from '../../config/database.ts'
import { StartupError } from '../../start/startup-error.ts'
import { StoreUnavailable } from '../../domain/errors.ts'
import { openMigrationPool } from '../driver/connection-pool.ts'
import { isLoginRejected, isUnavailable } from '../errors/classify-error.ts'
import type { Database } from '../schema.ts'

import { migrate } from './migrate.ts'

const MAX_ATTEMPTS = 30
const RETRY_DELAY_MS = 1_000

/**
 * Migrates the database as soon as it is available, and returns the names of the executed migrations. `onRetry` is
 * called with the error of each attempt that is retried, and `onNewer` with the names of migrations of a later version.
 *
 * Throws StartupError if the database is unavailable in 30 attempts, which take at least as many seconds, or if a
 * migration fails.
 */
export async function migrateAtStartup(
  connection: () => Connection,
  onRetry: (error: unknown) => void,
  onNewer: (names: string[]) => void,
): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await usePool(connection, (db) => migrate(db, onNewer))
    } catch (error) {
      if (!isUnavailable(error) || isLoginRejected(error) || attempt === MAX_ATTEMPTS)
        throwStartFailure(error)
      onRetry(error)
      await sleep(RETRY_DELAY_MS)
    }
  }
}

/**
 * Calls `work` with a connection for migrations, and closes it.
 *
 * @throws StartupError if the database cannot be used
 */
export const withMigrationPool = <T>(
  connection: () => Connection,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> => usePool(connection, work).catch(throwStartFailure)

async function usePool<T>(
  connection: () => Connection,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const db = openMigrationPool(connection)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Throws the StartupError for a failure of the database that ends the start. */
export function throwStartFailure(error: unknown): never {
  if (error instanceof StartupError) throw error
  const cause = error instanceof StoreUnavailable ? error.cause : error
  const reason = cause instanceof AggregateError ? cause.errors.map(String).join('; ') : String(cause)
  const advice = Object.keys(ADVICE).find((text) => ADVICE[text]?.test(reason))
  const message = `The database of DATABASE_URL cannot be used: ${reason}`
  throw new StartupError(advice === undefined ? message : `${message}; ${advice}`, { cause })
}

/** What to do about some messages of PostgreSQL and PgBouncer. */
const ADVICE: Readonly<Record<string, RegExp>> = {
  'run `migrate` and `distribute` with the DATABASE_URL of the coordinator of the Citus cluster first':
    /operation is not allowed on this node/,
  'behind a pooler such as PgBouncer, set PREPARED_STATEMENTS=off':
    /unsupported startup parameter|prepared statement "s\d+"/,
  'grant the role of DATABASE_URL select, insert, update and delete on all tables in schema public':
    /permission denied/,
}
