import { formatViolations, type Invalid } from '@workbench/contracts/no-files'

/** A model did not write a valid artifact within the allowed number of calls. */
export class InvalidOutputError extends Error {
  override readonly name = 'InvalidOutputError'
  /** The verdict on the last output. */
  readonly verdict: Invalid
  /** The last output, as it was returned. */
  readonly output: unknown
  /** The number of calls. */
  readonly attempts: number

  constructor(verdict: Invalid, output: unknown, attempts: number) {
    const violations = formatViolations(verdict.violations, { more: verdict.more })
    super(
      `The output of the model is invalid after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}:\n${violations}`,
    )
    this.verdict = verdict
    this.output = output
    this.attempts = attempts
  }
}
