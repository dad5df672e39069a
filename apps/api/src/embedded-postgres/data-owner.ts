import { stat } from 'node:fs/promises'

import { StartupError } from '../config/startup-error.ts'

/**
 * Throws StartupError if the data directory exists and belongs to another user than the one that runs PostgreSQL, which
 * would refuse it.
 *
 * @param uid the user id that runs PostgreSQL; undefined on Windows
 */
export async function requireDataOwner(data: string, uid: number | undefined): Promise<void> {
  const owner = await stat(data).then(
    (found) => found.uid,
    (error: unknown) => ((error as NodeJS.ErrnoException).code === 'ENOENT' ? uid : 'another user'),
  )
  if (uid === undefined || owner === uid) return
  const name = typeof owner === 'number' ? `user id ${owner}` : owner
  throw new StartupError(
    `The data in ${data} belongs to ${name}, but PostgreSQL would run as user id ${uid}: start the server as the user that created the data, change its owner, or set DATABASE_URL`,
  )
}
