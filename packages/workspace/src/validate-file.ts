import {
  type Contracts,
  validateArtifact,
  describeFsError,
  SchemaError,
  type Violation,
} from '@workbench/contracts'

import { validateStableFile } from './validate-stable-file.ts'

/** An artifact as it stands on disk. */
export interface ValidatedFile {
  /** From the project's root, with slashes. */
  readonly path: string
  /** The contract that it was validated by, where it names one that there is. */
  readonly schema: string | undefined
  readonly valid: boolean
  readonly violations: readonly Violation[]
  /** Why it could not be validated; absent where it could. */
  readonly problem?: string
  /** When it was last written. */
  readonly modified: Date
  readonly bytes: number
}

/** Judges a file by the contract that it names. What keeps it from being validated is in the answer, never thrown. */
export function validateFile(file: string, path: string, contracts: Contracts): ValidatedFile {
  const facts = { path, schema: undefined, valid: false, violations: [], modified: new Date(0), bytes: 0 }
  try {
    const { stat, result } = validateStableFile(file, (bytes) => validateArtifact(contracts, bytes))
    const { id: schema, verdict } = result
    const violations = verdict.valid ? [] : verdict.violations
    return {
      path,
      schema,
      valid: verdict.valid,
      violations,
      modified: new Date(stat.mtimeMs),
      bytes: stat.size,
    }
  } catch (error) {
    const isBroken = error instanceof SchemaError
    return {
      ...facts,
      problem: `it could not be checked: ${isBroken ? 'its contract is broken: ' : ''}${describeFsError(error)}`,
    }
  }
}
