import { statSync } from 'node:fs'

import { type FileState, readFile, UnreadableFileError, type Verdict } from '@workbench/contracts'

/** A file that was not written for so long is taken for whole, in milliseconds. */
const STABLE_AFTER_MS = 100

/** Times that a file is validated again because it was being written. */
const MAX_ATTEMPTS = 10

/** A judgement, and what was known of the file when it was read. */
export interface StableResult<Result> {
  readonly stat: FileState
  readonly result: Result
}

/**
 * Judges a file as it stands on disk. What a writer has half written looks like a broken artifact, so a verdict against a
 * file counts only once nobody has written it for a moment; until then it is read and validated again. A valid artifact
 * never waits.
 * @throws {UnreadableFileError} where there is no plain file, and where a writer never rests.
 */
export function validateStableFile<Result extends { readonly verdict: Verdict }>(
  path: string,
  validate: (bytes: Uint8Array) => Result,
): StableResult<Result> {
  let seen: FileState | undefined
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const now = Date.now()
    const { bytes, stat } = readFile(path)
    const result = validate(bytes)
    if (result.verdict.valid) return { stat, result }
    const age = now - stat.mtimeMs
    // Another machine's clock can date a file into the future: that nothing has changed since the last look counts too.
    if (
      (age >= STABLE_AFTER_MS || isSame(stat, seen)) &&
      isSame(stat, statSync(path, { throwIfNoEntry: false }))
    )
      return { stat, result }
    seen = stat
    sleep(age >= 0 && age < STABLE_AFTER_MS ? STABLE_AFTER_MS - age : STABLE_AFTER_MS)
  }
  throw new UnreadableFileError('it keeps changing; try again when its writer is done')
}

const isSame = (a: FileState, b: FileState | undefined): boolean =>
  a.ino === b?.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
