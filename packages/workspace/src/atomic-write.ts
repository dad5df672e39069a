import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { platform } from 'node:os'
import { dirname, join } from 'node:path'

/*
 * Files that appear whole or not at all, and stay once they are acknowledged: the text is written to a temporary file
 * and synced before the name leads to it, and the folder is synced before the caller hears of it.
 */

/** Age at which a temporary file was surely left behind by a crash, in milliseconds. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000

/** Creates a file. False, and nothing is changed, where there is one of this name already. */
export function createFileAtomically(path: string, text: string, temporaryFolder: string): boolean {
  return withTemporaryFile(text, temporaryFolder, (temporary) => {
    try {
      linkSync(temporary, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    }
    syncFolder(dirname(path))
    return true
  })
}

/** Creates a file, or puts it in the place of the one that is there. */
export function replaceFileAtomically(path: string, text: string, temporaryFolder: string): void {
  withTemporaryFile(text, temporaryFolder, (temporary) => {
    renameSync(temporary, path)
    syncFolder(dirname(path))
  })
}

function withTemporaryFile<Result>(text: string, folder: string, use: (temporary: string) => Result): Result {
  removeAbandoned(folder)
  const temporary = join(folder, `${randomUUID()}.tmp`)
  try {
    writeAndSync(temporary, text)
    return use(temporary)
  } finally {
    rmSync(temporary, { force: true })
  }
}

function writeAndSync(path: string, text: string): void {
  // O_EXCL never follows a link.
  const file = openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o644)
  try {
    const bytes = Buffer.from(text)
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Windows cannot open a folder to sync it, and does not need it. */
function syncFolder(path: string): void {
  if (platform() === 'win32') return
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Only plain files are of ours; whatever else stands there, or cannot be taken away, is left alone. */
function removeAbandoned(folder: string): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name)
    try {
      const entry = lstatSync(path)
      if (entry.isFile() && Date.now() - entry.mtimeMs > ABANDONED_AFTER_MS) rmSync(path, { force: true })
    } catch {
      // Another writer was quicker, or it is not ours to take away: neither keeps this one from writing.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
