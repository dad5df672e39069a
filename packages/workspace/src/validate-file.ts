import {
  type Contracts,
  describeFsError,
  SchemaError,
  validateArtifact,
  type Verdict,
  type Violation,
} from '@workbench/contracts'

import { DeadlineError, type StableOutcome, validateStableFiles } from './validate-stable-file.ts'

/** A file of the working area and the verdict on it. */
export interface ValidatedFile {
  /** Relative to the project's root, with slashes. */
  readonly path: string
  /** Id of the contract that it was validated against; undefined if it names no known contract. */
  readonly schema: string | undefined
  readonly valid: boolean
  readonly violations: readonly Violation[]
  /** How many more violations there are, at least; absent if all are in `violations`. */
  readonly more?: number
  /** Why it could not be validated; absent if it could. */
  readonly problem?: string
  /** Whether the deadline was over before it could be validated; `problem` says so too. */
  readonly isUnchecked?: true
  /** Time of the last modification; the epoch if the file could not be read. */
  readonly modified: Date
  readonly bytes: number
}

/** A file to validate. */
interface FileToValidate {
  /** Absolute path. */
  readonly file: string
  /** Relative to the project's root, with slashes. */
  readonly path: string
}

/**
 * Validates files against the contracts that they name. Never throws: an error is the `problem` of the result.
 * @param deadline in milliseconds since 1970; files that are not validated by then are not valid
 */
export const validateFiles = (
  files: readonly FileToValidate[],
  contracts: Contracts,
  deadline?: number,
): ValidatedFile[] =>
  validateStableFiles(
    files.map(({ file }) => file),
    (bytes) => validateArtifact(contracts, bytes),
    deadline,
  ).map((outcome, index) => toValidatedFile(files[index]?.path ?? '', outcome))

/** Validates a file against the contract that it names. Never throws: an error is the `problem` of the result. */
export const validateFile = (file: string, path: string, contracts: Contracts): ValidatedFile =>
  validateFiles([{ file, path }], contracts)[0] ?? invalidFile(path, 'it could not be validated')

/** The entry for a file that was rejected without reading it. */
export const invalidFile = (path: string, problem: string): ValidatedFile => ({
  path,
  schema: undefined,
  valid: false,
  violations: [],
  problem,
  modified: new Date(0),
  bytes: 0,
})

function toValidatedFile(
  path: string,
  outcome: StableOutcome<{ readonly id?: string; readonly verdict: Verdict }>,
): ValidatedFile {
  if ('error' in outcome) return unvalidatedFile(path, outcome.error)
  const { id: schema, verdict } = outcome.result
  return {
    path,
    schema,
    valid: verdict.valid,
    violations: verdict.valid ? [] : verdict.violations,
    ...(!verdict.valid && verdict.more !== undefined && { more: verdict.more }),
    modified: new Date(outcome.stat.mtimeMs),
    bytes: outcome.stat.size,
  }
}

function unvalidatedFile(path: string, error: unknown): ValidatedFile {
  const cause = error instanceof SchemaError ? 'its contract is broken: ' : ''
  return {
    ...invalidFile(path, `it could not be validated: ${cause}${describeFsError(error)}`),
    ...(error instanceof DeadlineError && { isUnchecked: true }),
  }
}
