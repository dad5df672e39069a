import {
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join, sep } from 'node:path'

import { namesIn } from './names-in.ts'

/*
 * Atomic, durable writes. The text is written to a temporary file and synced with fsync before link or rename gives it
 * its name, and the folder is synced before the function returns. Readers see the previous file or the complete new one.
 */

/** A temporary file of this age was left behind by a process that crashed. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000

/** The names of temporary files. Files with other names are not ours and stay. */
const TEMPORARY_FILE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/

/** The path of a new temporary file in a folder. */
export const temporaryFile = (folder: string): string => join(folder, `${crypto.randomUUID()}.tmp`)

/**
 * Creates a file. Returns false and changes nothing if the name exists.
 * @param prepare is called with the path of the temporary file before it gets its name
 */
export function createFileAtomically(
  path: string,
  text: string,
  temporaryFolder: string,
  prepare?: (temporary: string) => void,
): boolean {
  return withTemporaryFile(text, temporaryFolder, (temporary) => {
    prepare?.(temporary)
    try {
      linkSync(temporary, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    }
    try {
      syncFolder(dirname(path))
    } catch (error) {
      rmSync(path, { force: true })
      throw error
    }
    return true
  })
}

/**
 * Creates a file, or replaces the existing one.
 * @param prepare is called with the path of the temporary file before it gets its name
 */
export function replaceFileAtomically(
  path: string,
  text: string,
  temporaryFolder: string,
  prepare?: (temporary: string) => void,
): void {
  withTemporaryFile(text, temporaryFolder, (temporary) => {
    prepare?.(temporary)
    renameSync(temporary, path)
    syncFolder(dirname(path))
  })
}

function withTemporaryFile<Result>(text: string, folder: string, use: (temporary: string) => Result): Result {
  removeAbandoned(folder)
  const temporary = temporaryFile(folder)
  try {
    writeAndSync(temporary, text)
    return use(temporary)
  } finally {
    rmSync(temporary, { force: true })
  }
}

function writeAndSync(path: string, text: string): void {
  // With O_EXCL, open fails on an existing link instead of following it.
  const file = openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o644)
  try {
    const bytes = Buffer.from(text)
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
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
 * delete the file of a running writer; {@link retryIfDeleted} then writes again.
 */
function removeAbandoned(folder: string): void {
  for (const name of namesIn(folder).filter((file) => TEMPORARY_FILE.test(file))) {
    const path = join(folder, name)
    try {
      const entry = lstatSync(path)
      if (entry.isFile() && Date.now() - entry.mtimeMs > ABANDONED_AFTER_MS) rmSync(path)
    } catch {
      // Another process deleted it first, or its owner is another user. The write itself is not affected.
    }
  }
}
