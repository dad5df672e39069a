import { statSync } from 'node:fs'

import { type FileState, readFile, UnreadableFileError, type Verdict } from '@workbench/contracts'

/** A file that has not changed for this long counts as completely written, in milliseconds. */
const STABLE_AFTER_MS = 100

const MAX_ATTEMPTS = 10

/** The result of a validation, and the state of the file when it was read. */
interface StableResult<Result> {
  readonly stat: FileState
  readonly result: Result
}

/**
 * Reads and validates a file that another process may be writing. A half-written file looks like an invalid artifact, so
 * a negative verdict counts only if the file was stable; otherwise the file is read and validated again, for about a
 * second. A positive verdict returns at once.
 * @throws {UnreadableFileError} if the path is not a plain file, or if the file keeps changing.
 */
export function validateStableFile<Result extends { readonly verdict: Verdict }>(
  path: string,
  validate: (bytes: Uint8Array) => Result,
): StableResult<Result> {
  let previous: FileState | undefined
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const now = Date.now()
    const { bytes, stat } = readFile(path)
    const result = validate(bytes)
    if (result.verdict.valid) return { stat, result }
    const age = now - stat.mtimeMs
    // The clock of another machine can date a file into the future, so two equal states in a row count as stable too.
    const isStable = age >= STABLE_AFTER_MS || isSameState(stat, previous)
    if (isStable && isSameState(stat, statSync(path, { throwIfNoEntry: false }))) return { stat, result }
    previous = stat
    sleep(age >= 0 && age < STABLE_AFTER_MS ? STABLE_AFTER_MS - age : STABLE_AFTER_MS)
  }
  throw new UnreadableFileError('it keeps changing; try again when the program that writes it has finished')
}

const isSameState = (a: FileState, b: FileState | undefined): boolean =>
  a.ino === b?.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
