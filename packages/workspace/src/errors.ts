import { formatViolations, type Violation } from '@workbench/contracts'

/** An artifact that breaks its contract: nothing was written. */
export class ArtifactRefused extends Error {
  override readonly name = 'ArtifactRefused'
  readonly violations: readonly Violation[]

  constructor(violations: readonly Violation[]) {
    super(formatViolations(violations))
    this.violations = violations
  }
}

/** Another artifact stands where this one was to be written: nothing was written. */
export class Conflict extends Error {
  override readonly name = 'Conflict'
}

/** The path leads, or could lead, out of the working area: nothing was written. */
export class UnsafePath extends Error {
  override readonly name = 'UnsafePath'
}
