import {
  type FileOperation,
  formatViolations,
  isSystemError,
  describeFsError,
  type Violation,
} from '@workbench/contracts'

/** An artifact that breaks its contract: nothing was written. */
export class InvalidArtifactError extends Error {
  override readonly name = 'InvalidArtifactError'
  readonly violations: readonly Violation[]

  constructor(violations: readonly Violation[]) {
    super(formatViolations(violations))
    this.violations = violations
  }
}

/** Another artifact stands where this one was to be written: nothing was written. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
}

/** The path leads, or could lead, out of the working area: nothing was written. */
export class UnsafePathError extends Error {
  override readonly name = 'UnsafePathError'
}

/** The file system refused: the message says what was to be done, why it was not, and what can be done about it. */
export class WorkingAreaError extends Error {
  override readonly name = 'WorkingAreaError'
}

/**
 * Does something to a part of the working area.
 * @param path the part, from the project's root
 * @throws {WorkingAreaError} in place of an error of the system.
 */
export function wrapSystemErrors<Result>(act: FileOperation, path: string, run: () => Result): Result {
  try {
    return run()
  } catch (cause) {
    if (!isSystemError(cause)) throw cause
    throw new WorkingAreaError(`Cannot ${act} ${path}: ${describeFsError(cause, act)}`, { cause })
  }
}
