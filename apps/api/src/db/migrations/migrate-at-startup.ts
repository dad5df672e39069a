import { setTimeout as sleep } from 'node:timers/promises'

import { StartupError } from '../../config/startup-error.ts'

import { openMigrationPool } from '../driver/connection-pool.ts'
import { isUnavailable } from '../errors/classify-error.ts'
import { migrate } from './migrate.ts'

const MAX_ATTEMPTS = 30
const PAUSE_MS = 1_000

/**
 * Waits until the database answers, and brings it to the newest version. Returns the names of the migrations that
 * this took. `onWait` is told why it has to wait.
 *
 * Throws StartFailure when the database is away for half a minute, or refuses.
 */
export async function migrateAtStartup(
  connectionString: string,
  onWait: (error: unknown) => void,
): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    const db = openMigrationPool(connectionString)
    try {
      return await migrate(db)
    } catch (error) {
      if (!isUnavailable(error) || attempt === MAX_ATTEMPTS) throw failure(error)
      onWait(error)
      await sleep(PAUSE_MS)
    } finally {
      await db.destroy()
    }
  }
}

function failure(cause: unknown): StartupError {
  const reason = cause instanceof AggregateError ? cause.errors.map(String).join('; ') : String(cause)
  return new StartupError(`The database of DATABASE_URL cannot be used: ${reason}`, { cause })
}
