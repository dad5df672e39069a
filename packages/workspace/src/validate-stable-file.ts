import { statSync } from 'node:fs'

import { type FileState, readFile, UnreadableFileError, type Verdict } from '@workbench/contracts'

import { sleep } from './files/sleep.ts'

/** A file that has not changed for this long counts as completely written, in milliseconds. */
const STABLE_AFTER_MS = 100

const MAX_ATTEMPTS = 10

/** The result of a validation, and the state of the file when it was read. */
interface StableResult<Result> {
  readonly stat: FileState
  readonly result: Result
}

/** The result or the error of one file of {@link validateStableFiles}. */
export type StableOutcome<Result> = StableResult<Result> | { readonly error: unknown }

/** The deadline was over before the file could be validated. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

/**
 * Reads and validates files that other processes may be writing. A half-written file looks like an invalid artifact, so
 * a negative verdict counts only if the file was stable; the others are read and validated again, together, for about a
 * second. A positive verdict counts at once.
 * @param validate gets the content of a file and its index in `paths`
 * @param deadline in milliseconds since 1970; a file that is not validated by then has a {@link DeadlineError}
 * @returns the outcomes in the order of `paths`. An error is what `validate` has thrown, a `DeadlineError`, or an
 * `UnreadableFileError` if the path is not a plain file or the file keeps changing.
 */
export function validateStableFiles<Result extends { readonly verdict: Verdict }>(
  paths: readonly string[],
  validate: (bytes: Uint8Array, index: number) => Result,
  deadline = Infinity,
): StableOutcome<Result>[] {
  return mapStableFiles(
    paths.length,
    (index) => paths[index] ?? '',
    validate,
    (outcome) => outcome,
    deadline,
  )
}

/**
 * The same for files whose outcomes need not be kept: of each one, only what `toKept` returns is.
 * @param pathOf returns the path of the file with an index below `count`
 */
export function mapStableFiles<Result extends { readonly verdict: Verdict }, Kept>(
  count: number,
  pathOf: (index: number) => string,
  validate: (bytes: Uint8Array, index: number) => Result,
  toKept: (outcome: StableOutcome<Result>, index: number) => Kept,
  deadline = Infinity,
): Kept[] {
  const kept: Kept[] = []
  const finish = (index: number, outcome: StableOutcome<Result>): void => {
    kept[index] = toKept(outcome, index)
  }
  const states = new Map<number, FileState>()
  // One error for all files: capturing a stack trace takes time, and the deadline is over.
  let deadlineError: DeadlineError | undefined
  for (let index = 0; index < count; index++) visit(index)
  for (let attempt = 2; attempt <= MAX_ATTEMPTS && states.size > 0; attempt++) {
    const now = Date.now()
    const wait = [...states.values()].reduce(
      (longest, stat) => Math.max(longest, timeUntilStable(stat, now)),
      0,
    )
    sleep(Math.min(wait, Math.max(0, deadline - now)))
    for (const index of [...states.keys()]) visit(index)
  }
  for (const index of states.keys()) finish(index, { error: keepsChanging() })
  return kept

  /** Finishes the file, or notes its state if it has to be read again. */
  function visit(index: number): void {
    const now = Date.now()
    const previous = states.get(index)
    states.delete(index)
    if (now >= deadline)
      return finish(index, {
        error: (deadlineError ??= new DeadlineError('there was no time left to validate it')),
      })
    let outcome: StableOutcome<Result>
    try {
      const path = pathOf(index)
      const { bytes, stat } = readFile(path)
      const result = validate(bytes, index)
      if (!result.verdict.valid && !isStable(path, stat, previous, now)) {
        states.set(index, stat)
        return
      }
      outcome = { stat, result }
    } catch (error) {
      outcome = { error }
    }
    finish(index, outcome)
  }
}

/**
 * Validates one file as {@link validateStableFiles} does.
 * @throws {UnreadableFileError} if the path is not a plain file, or if the file keeps changing.
 */
export function validateStableFile<Result extends { readonly verdict: Verdict }>(
  path: string,
  validate: (bytes: Uint8Array) => Result,
): StableResult<Result> {
  const [outcome = { error: keepsChanging() }] = validateStableFiles([path], validate)
  if ('error' in outcome) throw outcome.error
  return outcome
}

function isStable(path: string, stat: FileState, previous: FileState | undefined, now: number): boolean {
  const age = now - stat.mtimeMs
  // The clock of another machine can set a time in the future. The age is then negative, and the file counts as old.
  // Date.now() returns whole milliseconds, so the age of a new file can be negative by less than one.
  const isOld = age < -1 || age >= STABLE_AFTER_MS || isSameState(stat, previous)
  return isOld && isSameState(stat, statSync(path, { throwIfNoEntry: false }))
}

function timeUntilStable({ mtimeMs }: FileState, now: number): number {
  const age = now - mtimeMs
  return age >= 0 && age < STABLE_AFTER_MS ? STABLE_AFTER_MS - age : STABLE_AFTER_MS
}

const isSameState = (a: FileState, b: FileState | undefined): boolean =>
  a.ino === b?.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs

const keepsChanging = (): UnreadableFileError =>
  new UnreadableFileError('it keeps changing; try again when the program that writes it has finished')
