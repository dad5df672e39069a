import {
  describeFsError,
  type FileOperation,
  formatViolations,
  isSystemError,
  type Violation,
} from '@workbench/contracts'

/** The artifact fails validation against its contract. Nothing was written. */
export class InvalidArtifactError extends Error {
  override readonly name = 'InvalidArtifactError'
  readonly violations: readonly Violation[]

  constructor(violations: readonly Violation[]) {
    super(formatViolations(violations))
    this.violations = violations
  }
}

/** The file exists and contains another artifact. Nothing was written. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
}

/** A segment of the path is a link or is not a folder, so the file could be outside of the working area. Nothing was written. */
export class UnsafePathError extends Error {
  override readonly name = 'UnsafePathError'
}

/** A system call failed. The message names the operation, the path, the reason and, where there is one, the fix. */
export class WorkingAreaError extends Error {
  override readonly name = 'WorkingAreaError'
}

/**
 * Runs a file operation and converts its system errors.
 * @param path path relative to the project's root, for the message
 * @throws {WorkingAreaError} in place of a system error; every other error is rethrown as it is.
 */
export function wrapSystemErrors<Result>(operation: FileOperation, path: string, run: () => Result): Result {
  try {
    return run()
  } catch (cause) {
    if (!isSystemError(cause)) throw cause
    throw new WorkingAreaError(`Cannot ${operation} ${path}: ${describeFsError(cause, operation)}`, { cause })
  }
}
