import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { StartupError } from '../config/startup-error.ts'

const PREFIX = 'new-'

/** Creates an empty directory in which a cluster is initialized before it is renamed into place. */
export async function createStagingDirectory(directory: string): Promise<string> {
  return mkdtemp(join(directory, PREFIX)).catch((cause: unknown) => {
    throw new StartupError(
      `Cannot create a database in ${directory}: ${String(cause)}; start the server in a writable directory, or set DATABASE_URL`,
      { cause },
    )
  })
}

/** Deletes the staging directories of processes that were killed while they initialized a cluster. */
export async function removeStagingDirectories(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name.startsWith(PREFIX)) await removeDirectory(join(directory, name))
  }
}

/** Deletes a directory. If another process still writes to it, the rest is deleted at the next start. */
export async function removeDirectory(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}
