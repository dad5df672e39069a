import {
  type Contracts,
  describeFsError,
  SchemaError,
  validateArtifact,
  type Violation,
} from '@workbench/contracts'

import { validateStableFile } from './validate-stable-file.ts'

/** A file of the working area and the verdict on it. */
export interface ValidatedFile {
  /** Relative to the project's root, with slashes. */
  readonly path: string
  /** Id of the contract that it was validated against; undefined if it names no known contract. */
  readonly schema: string | undefined
  readonly valid: boolean
  readonly violations: readonly Violation[]
  /** Why it could not be validated; absent if it could. */
  readonly problem?: string
  /** Time of the last modification; the epoch if the file could not be read. */
  readonly modified: Date
  readonly bytes: number
}

/** Validates a file against the contract that it names. Never throws: an error is the `problem` of the result. */
export function validateFile(file: string, path: string, contracts: Contracts): ValidatedFile {
  try {
    const { stat, result } = validateStableFile(file, (bytes) => validateArtifact(contracts, bytes))
    const { id: schema, verdict } = result
    return {
      path,
      schema,
      valid: verdict.valid,
      violations: verdict.valid ? [] : verdict.violations,
      modified: new Date(stat.mtimeMs),
      bytes: stat.size,
    }
  } catch (error) {
    const cause = error instanceof SchemaError ? 'its contract is broken: ' : ''
    return {
      path,
      schema: undefined,
      valid: false,
      violations: [],
      problem: `it could not be validated: ${cause}${describeFsError(error)}`,
      modified: new Date(0),
      bytes: 0,
    }
  }
}
