import { constants } from 'node:fs'
import { type FileHandle, type lstat, open } from 'node:fs/promises'

import { StartupError } from '../config/startup-error.ts'

/**
 * Throws StartupError if a path exists and is no directory of the user. Root must use `lstat`, which follows no link:
 * another user may have placed one to a directory of root.
 *
 * @param uid the id of the user; undefined on Windows
 */
export async function requireOwnDirectory(
  path: string,
  uid: number | undefined,
  status: typeof lstat,
): Promise<void> {
  const found = await status(path).catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartupError(`The data in ${path} cannot be used: ${String(cause)}`, { cause })
  })
  if (found?.isDirectory() === false)
    throw new StartupError(
      `${path} must be a directory, not a link or a file: replace it by one, or set DATABASE_URL`,
    )
  if (found === undefined || uid === undefined || found.uid === uid) return
  throw new StartupError(
    `The data in ${path} belongs to user id ${found.uid}, but must belong to user id ${uid}: start the server as the user that created the data, change its owner, or set DATABASE_URL`,
  )
}

/**
 * Opens a file in the data directory. Throws StartupError if it is a link or not a file of the user that runs PostgreSQL:
 * that user could name a file of root there.
 *
 * @param uid the id of that user; undefined on Windows
 */
export async function openOwnFile(path: string, flags: number, uid: number | undefined): Promise<FileHandle> {
  const unusable = (reason: string, cause?: unknown): StartupError =>
    new StartupError(`${path} cannot be used: ${reason}; replace it by a file, or set DATABASE_URL`, {
      cause,
    })
  // A named pipe without another process would block.
  const ownFlags = constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(path, flags | ownFlags, 0o600).catch((cause: unknown) => {
    throw unusable((cause as NodeJS.ErrnoException).code === 'ELOOP' ? 'it is a link' : String(cause), cause)
  })
  const found = await file.stat()
  if (found.isFile() && (uid === undefined || found.uid === uid)) return file
  await file.close()
  throw unusable(found.isFile() ? `it belongs to user id ${found.uid}, not ${uid}` : 'it is not a file')
}
