import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'

import { describeFsError } from '../errors/describe-fs-error.ts'
import { SharedError } from '../errors/shared-error.ts'

/** Size limit in bytes. Artifacts are a few kilobytes; parsing holds several copies of the text in memory. */
export const MAX_FILE_BYTES = 64 * 2 ** 20

/** Limit of reads of a file whose size changes during each of them. */
const MAX_ATTEMPTS = 5

/** The file cannot be read. The message gives the reason, and can follow `cannot read <path>: `. */
export class UnreadableFileError extends SharedError {
  override readonly name = 'UnreadableFileError'
}

/** The members of `fs.Stats` that change when a file is replaced or modified. */
export type FileState = Pick<Stats, 'size' | 'ino' | 'mtimeMs' | 'ctimeMs'>

/** The content of a file, and its state before it was read. */
export interface FileContent {
  readonly bytes: Uint8Array
  readonly stat: FileState
}

/**
 * Reads a regular file. Symbolic links are followed. A file whose size changes during the read is read again, up to five
 * times in total.
 * @throws {UnreadableFileError} if the file cannot be read, is larger than {@link MAX_FILE_BYTES}, keeps changing, or is a
 * directory, pipe, socket or device: reading a pipe or a device could block forever.
 */
export function readFile(path: string): FileContent {
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const content = readOnce(path)
      if (content) return content
    }
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error
    throw new UnreadableFileError(describeFsError(error), { cause: error })
  }
  throw new UnreadableFileError(
    'the file keeps changing while it is read; retry when it is completely written',
  )
}

/** Returns undefined if the size of the file changed during the read. */
function readOnce(path: string): FileContent | undefined {
  // Without O_NONBLOCK, open() of a pipe waits for a writer. Without O_NOCTTY, a terminal device could become the
  // controlling terminal of this process.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) throw new UnreadableFileError(unsupportedKind(stat))
    if (stat.size > MAX_FILE_BYTES)
      throw new UnreadableFileError(
        `the file has ${stat.size} bytes, the limit is ${MAX_FILE_BYTES}; split it`,
      )
    const bytes = contentOf(file, stat.size)
    // Files of /proc and of some network file systems report the size 0, although they have content.
    return stat.size === 0 || bytes.length === stat.size ? { bytes, stat } : undefined
  } finally {
    closeSync(file)
  }
}

/** Reads until the end of the file, whatever size was reported. */
function contentOf(file: number, size: number): Uint8Array {
  // One byte more than the size detects the end, or that the file has grown.
  let buffer = Buffer.allocUnsafe(size === 0 ? UNKNOWN_SIZE_BYTES : size + 1)
  for (let length = 0; ;) {
    const read = readSync(file, buffer, length, buffer.length - length, null)
    if (read === 0) return buffer.subarray(0, length)
    length += read
    if (length > MAX_FILE_BYTES)
      throw new UnreadableFileError(`the file is larger than the limit of ${MAX_FILE_BYTES} bytes`)
    // Doubled, because some files of /proc can only be read in multiples of 8 bytes.
    if (length === buffer.length) buffer = Buffer.concat([buffer], 2 * length)
  }
}

/** The size of the first buffer for a file that reports the size 0. */
const UNKNOWN_SIZE_BYTES = 65_536

function unsupportedKind(stat: Stats): string {
  if (stat.isDirectory()) return 'it is a directory; specify a file'
  if (stat.isFIFO()) return 'it is a named pipe; write its content to a regular file'
  return 'it is a device; specify a regular file'
}
