import { constants } from 'node:fs'
import { type FileHandle, type lstat, open } from 'node:fs/promises'

import { PostgresUnusable } from './unusable.ts'

/**
 * Throws PostgresUnusable if a path exists and is no directory of a user. Root has to use `lstat`, which follows no link:
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
    throw new PostgresUnusable(`The data in ${path} cannot be used: ${String(cause)}`, { cause })
  })
  if (uid === undefined || found === undefined || (found.isDirectory() && found.uid === uid)) return
  const kind = found.isDirectory() ? 'a directory' : 'a link or a file'
  throw new PostgresUnusable(
    `The data in ${path}, ${kind} that belongs to user id ${found.uid}, must be a directory of user id ${uid}: start the server as the user that created the data, change its owner`,
  )
}

/**
 * Opens a file in the data directory. Throws PostgresUnusable if it is a link or not a file of the user that runs PostgreSQL:
 * that user could name a file of root there.
 *
 * @param uid the id of that user; undefined on Windows
 */
export async function openOwnFile(path: string, flags: number, uid: number | undefined): Promise<FileHandle> {
  const unusable = (reason: string): PostgresUnusable =>
    new PostgresUnusable(`${path} must be a file of user id ${uid}, not a link: ${reason}; replace it`)
  // A named pipe without another process would block.
  const noWait = constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(path, flags | noWait, 0o600).catch((cause: unknown) => {
    throw unusable(String(cause))
  })
  const found = await file.stat()
  if (found.isFile() && (uid === undefined || found.uid === uid)) return file
  await file.close()
  throw unusable(`it belongs to user id ${found.uid}, or is no file`)
}
