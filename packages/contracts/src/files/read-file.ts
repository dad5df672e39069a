import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs'

import { describeFsError } from './describe-fs-error.ts'

/** The largest file that is read, in bytes: an artifact is a page or a few, and memory holds it several times. */
export const MAX_FILE_BYTES = 64 * 2 ** 20

/** Times that a file is read again because it grew or shrank meanwhile. */
const MAX_ATTEMPTS = 5

/** A file that was not read: the message says why, in words that can follow `cannot read <path>: `. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFile'
}

/** What tells a file from another one, and from itself after a change. */
export interface FileState {
  /** In bytes. */
  readonly size: number
  readonly ino: number
  readonly mtimeMs: number
  readonly ctimeMs: number
}

/** A file's content, and its state when it was read. */
export interface FileContent {
  readonly bytes: Uint8Array
  readonly stat: FileState
}

/**
 * Reads a plain file, and nothing that could keep the reader waiting: a pipe, a socket and a device are refused, and so
 * is a file of more than {@link MAX_FILE_BYTES} bytes. One that grows or shrinks meanwhile is read again, a few times.
 * Links are followed.
 * @throws {UnreadableFileError}
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
  throw new UnreadableFileError('it keeps changing while it is read; try again when its writer is done')
}

/** Undefined where the file was not as long as it had said. */
function readOnce(path: string): FileContent | undefined {
  // Without O_NONBLOCK, opening a pipe waits for a writer; with O_NOCTTY, a terminal stays nobody's.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) throw new UnreadableFileError(unsupportedKind(stat))
    if (stat.size > MAX_FILE_BYTES) throw fileTooLargeError(stat.size)
    const bytes = contentOf(file, stat.size)
    return bytes && { bytes, stat }
  } finally {
    closeSync(file)
  }
}

/** All that a file holds; undefined where that is not as much as it said. */
function contentOf(file: number, size: number): Uint8Array | undefined {
  // The files of /proc and of some network file systems say that they are empty.
  if (size === 0) return readFileSync(file)
  const buffer = Buffer.allocUnsafe(size + 1)
  let length = 0
  for (let read = -1; read !== 0 && length < size; length += read) {
    read = readSync(file, buffer, length, buffer.length - length, null)
  }
  return length === size ? buffer.subarray(0, size) : undefined
}

function unsupportedKind(stat: Stats): string {
  if (stat.isDirectory()) return 'it is a directory; name the files in it'
  if (stat.isFIFO()) return 'it is a named pipe; write what it gives into a plain file'
  return 'it is a device; name a plain file'
}

/** What is said of a file that is too large; `size` in bytes. */
export const fileTooLargeError = (size: number): UnreadableFileError =>
  new UnreadableFileError(`it has ${size} bytes; at most ${MAX_FILE_BYTES} are read, so split it`)
