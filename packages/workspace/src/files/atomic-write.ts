import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs'
import { dirname, join, sep } from 'node:path'

import { attempt } from '../attempt.ts'
import { namesIn } from './names-in.ts'

/*
 * Atomic, durable writes. The text is written to a temporary file and synced with fsync before link or rename gives it
 * its name, and the folder is synced before the function returns. Readers see the previous file or the complete new one.
 */

/** A temporary file of this age was left behind by a process that crashed. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000

/** The names of temporary files. Files with other names are not ours and stay, also those of users beside a file. */
const TEMPORARY_FILE = /^\.workbench-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/

/** The path of a new temporary file in a folder. */
export const temporaryFile = (folder: string): string => join(folder, `.workbench-${crypto.randomUUID()}.tmp`)

/**
 * Creates a file. Returns false and changes nothing if the name exists.
 * @param prepare is called before the temporary file gets its name
 */
export function createFileAtomically(
  path: string,
  text: string,
  temporaryFolder: string,
  prepare?: () => void,
): boolean {
  const temporary = writeTemporaryFile(text, temporaryFolder)
  let isCreated = false
  try {
    prepare?.()
    linkSync(temporary, path)
    isCreated = true
    syncFolder(dirname(path))
  } catch (error) {
    if (isCreated) rmSync(path, { force: true })
    else if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
  return true
}

/**
 * Creates a file, or replaces the existing one and keeps its mode and, if this user may do that, its owner.
 * @param prepare is called before the temporary file gets its name
 */
export function replaceFileAtomically(
  path: string,
  text: string,
  temporaryFolder: string,
  prepare?: () => void,
): void {
  const temporary = writeTemporaryFile(text, temporaryFolder, lstatSync(path, { throwIfNoEntry: false }))
  try {
    prepare?.()
    renameSync(temporary, path)
    syncFolder(dirname(path))
  } finally {
    rmSync(temporary, { force: true })
  }
}

/**
 * Writes and syncs a new temporary file, and returns its path. If that fails, there is none.
 * @param replaced the file that it will replace, whose mode and owner it gets
 * @param needsOwner whether it is an error that this user may not give it to that owner
 */
export function writeTemporaryFile(
  text: string,
  folder: string,
  replaced?: Stats,
  needsOwner = false,
): string {
  removeAbandoned(folder)
  const path = temporaryFile(folder)
  // With O_EXCL, open fails on an existing link instead of following it. No other user can read the file before it has the
  // mode of the other one.
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY
  const file = openSync(path, flags, replaced ? 0o600 : 0o666)
  try {
    const bytes = Buffer.from(text)
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
    if (replaced) keepOwnerAndMode(file, replaced, needsOwner)
    fsyncSync(file)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  return path
}

function keepOwnerAndMode(file: number, { uid, gid, mode }: Stats, needsOwner: boolean): void {
  try {
    fchownSync(file, uid, gid)
  } catch (error) {
    // Only root may give files to other users.
    if (needsOwner) throw error
  }
  // After fchown(2), which clears the bits for set-user-ID.
  fchmodSync(file, mode & 0o7777)
}

/** Makes the names in a folder durable. Windows cannot open a folder for fsync; NTFS journals the entry of the folder. */
export function syncFolder(path: string): void {
  if (sep === '\\') return
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/**
 * Deletes old temporary files. Only plain files are created here, so anything else stays. If the clock jumps, this can
 * delete the file of a running writer, whose write then fails.
 */
function removeAbandoned(folder: string): void {
  for (const name of namesIn(folder).filter((file) => TEMPORARY_FILE.test(file))) {
    const path = join(folder, name)
    // It fails if another process deleted it first, or if its owner is another user. The write itself is not affected.
    attempt(() => {
      const entry = lstatSync(path)
      if (entry.isFile() && Date.now() - entry.mtimeMs > ABANDONED_AFTER_MS) rmSync(path)
    })
  }
}
