import type { Violation } from '@workbench/contracts'
import { InvalidArtifactError } from '@workbench/workspace'

/** The error that a function throws; undefined if it returns. */
export function thrownBy(run: () => unknown): unknown {
  try {
    run()
    return undefined
  } catch (error) {
    return error
  }
}

/** The violations of the {@link InvalidArtifactError} that a function throws. */
export function violationsOf(run: () => unknown): readonly Violation[] {
  const error = thrownBy(run)
  if (error instanceof InvalidArtifactError) return error.violations
  throw new Error('Expected an InvalidArtifactError', { cause: error })
}
