import { formatViolations, type Violation } from '@workbench/contracts'
import { describeFsError, type FileOperation, isSystemError } from '@workbench/contracts/internal'

/** The artifact fails validation against its contract. Nothing was written. */
export class InvalidArtifactError extends Error {
  override readonly name = 'InvalidArtifactError'
  readonly violations: readonly Violation[]
  /** The number of violations that are not listed, at least. */
  readonly more: number

  constructor(violations: readonly Violation[], more = 0) {
    super(formatViolations(violations, { more }))
    this.violations = violations
    this.more = more
  }
}

/** The file contains another artifact, or does not have the expected version. Nothing was written. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
  /** What the caller has to send instead. */
  readonly violation: Violation

  constructor(violation: Violation) {
    super(violation.message)
    this.violation = violation
  }
}

/** A segment of the path is a link or is not a folder, so the file could be outside of the working area. Nothing was written. */
export class UnsafePathError extends Error {
  override readonly name = 'UnsafePathError'
}

/** The folder that is configured as the project's root does not exist, or the root is not known. */
export class ProjectRootError extends Error {
  override readonly name = 'ProjectRootError'
}

/** There is no repository, or git cannot answer. The first line of the message says why. */
export class GitError extends Error {
  override readonly name = 'GitError'
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
