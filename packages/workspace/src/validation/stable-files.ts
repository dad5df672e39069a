import { statSync } from 'node:fs'

import { UnreadableFileError, type Verdict } from '@workbench/contracts'
import { type FileContent, type FileState, readFile } from '@workbench/contracts/internal'

import { sleep } from '../files/sleep.ts'

/** A file that has not changed for this long counts as completely written, in milliseconds. */
const STABLE_AFTER_MS = 100

const MAX_ATTEMPTS = 10

/** The result of a validation, and the state of the file when it was read. */
interface StableResult<Result> {
  readonly stat: FileState
  readonly result: Result
}

/**
 * Reads and validates files that other processes may be writing. A half-written file looks like an invalid artifact, so
 * a negative verdict counts only if the file was stable; the others are read and validated again, together, for about a
 * second. A positive verdict counts at once.
 * @param validate gets the content of a file, and the file
 * @param deadline in milliseconds since 1970; a file that is not validated by then has an error
 * @param read reads a file, by its absolute path. Default: one of any folder, through links.
 * @yields each file with its outcome; those that were read again come last. An error is what `validate` has thrown,
 * that the deadline is over, or an `UnreadableFileError` if the path is not a plain file or the file keeps changing.
 */
export function* validateStableFiles<
  File extends { readonly file: string },
  Result extends { readonly verdict: Verdict },
>(
  files: Iterable<File>,
  validate: (bytes: Uint8Array, file: File) => Result,
  deadline = Infinity,
  read: (file: string) => FileContent = readFile,
): Generator<readonly [file: File, outcome: StableResult<Result> | { readonly error: unknown }]> {
  /** With the state of each at the previous attempt. */
  const pending = new Map<File, FileState | undefined>(Array.from(files, (file) => [file, undefined]))
  for (let count = 1; pending.size > 0; count++) {
    for (const [file, previous] of pending) {
      const outcome = validateOnce(file, previous)
      const isUnstable = 'result' in outcome && !outcome.isStable
      if (isUnstable && count < MAX_ATTEMPTS) pending.set(file, outcome.stat)
      else {
        pending.delete(file)
        yield [file, isUnstable ? { error: keepsChanging() } : outcome]
      }
    }
    if (pending.size > 0) sleep(Math.max(0, Math.min(STABLE_AFTER_MS, deadline - Date.now())))
  }

  function validateOnce(
    file: File,
    previous: FileState | undefined,
  ): { readonly error: unknown } | (StableResult<Result> & { readonly isStable: boolean }) {
    const now = Date.now()
    if (now >= deadline)
      return {
        error: new Error('there was no time left to validate it; write fewer or smaller files at once'),
      }
    try {
      const { bytes, stat } = read(file.file)
      const result = validate(bytes, file)
      return { stat, result, isStable: result.verdict.valid || isStable(file.file, stat, previous, now) }
    } catch (error) {
      return { error }
    }
  }
}

function isStable(path: string, stat: FileState, previous: FileState | undefined, now: number): boolean {
  const age = now - stat.mtimeMs
  // The clock of another machine can set a time in the future. The age is then negative, and the file counts as old.
  // Date.now() returns whole milliseconds, so the age of a new file can be negative by less than one.
  const isOld = age < -1 || age >= STABLE_AFTER_MS || isSameState(stat, previous)
  return isOld && isSameState(stat, statSync(path, { throwIfNoEntry: false }))
}

const isSameState = (a: FileState, b: FileState | undefined): boolean =>
  a.ino === b?.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs

const keepsChanging = (): UnreadableFileError =>
  new UnreadableFileError('it keeps changing; try again when the program that writes it has finished')
