import {
  type Contracts,
  describeFsError,
  SchemaError,
  validateArtifact,
  type Violation,
} from '@workbench/contracts'

import type { Advice } from './advice/rule.ts'
import type { CheckedFile } from './deliverables.ts'
import { checkInProject, type ProjectCheck } from './check-in-project.ts'
import { DeadlineError, mapStableFiles, type StableOutcome } from './validate-stable-file.ts'
import type { WorkingArea } from './working-area.ts'

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
  /** Rules that a valid artifact does not follow; absent without any. */
  readonly advice?: readonly Advice[]
}

interface FileToValidate {
  /** Absolute path. */
  readonly file: string
  /** Relative to the project's root, with slashes. */
  readonly path: string
}

export interface ValidateFilesOptions {
  readonly contracts: Contracts
  /** The working area whose files they are, to check valid artifacts as {@link checkInProject} does. Default: no checks. */
  readonly area?: WorkingArea | undefined
  /** Whether these checks give advice. Default: true. */
  readonly advises?: boolean
  /** Gets each deliverable that these checks read, and the index of the handoff. */
  readonly onDeliverable?: ((index: number, deliverable: CheckedFile) => void) | undefined
  /** In milliseconds since 1970; files that are not validated by then are not valid. Default: none. */
  readonly deadline?: number | undefined
}

/** A valid artifact, and the bytes that it was read from. */
export interface ValidContent {
  readonly schema: string
  readonly bytes: Uint8Array
  readonly value: unknown
}

/** What {@link mapFiles} does with each file. */
interface FileSteps<Kept> {
  /** The absolute path of the file with this index. */
  readonly fileAt: (index: number) => string
  /** The same relative to the project's root, with slashes. */
  readonly pathAt: (index: number) => string
  /** What else is wrong with a valid artifact; undefined if nothing is. Default: nothing. */
  readonly problemOf?: (content: ValidContent, index: number) => string | undefined
  /**
   * What is kept of the file.
   * @param value the artifact if it is valid
   */
  readonly toKept: (validated: ValidatedFile, index: number, value: unknown) => Kept
}

/**
 * Validates files against the contracts that they name, reads each once, and keeps of each only what the caller needs.
 * Never throws: an error is the `problem` of the result.
 */
export const mapFiles = <Kept>(
  count: number,
  { fileAt, pathAt, problemOf, toKept }: FileSteps<Kept>,
  { contracts, area, advises, onDeliverable, deadline }: ValidateFilesOptions,
): Kept[] =>
  mapStableFiles(
    count,
    fileAt,
    (bytes, index) => {
      const { id: schema, verdict, value } = validateArtifact(contracts, bytes)
      const check = area
        ? checkInProject(
            { schema, text: bytes, verdict },
            {
              area,
              contracts,
              deadline,
              advises,
              onDeliverable: onDeliverable && ((file) => onDeliverable(index, file)),
            },
          )
        : { verdict, advice: [] }
      const problem =
        check.verdict.valid && schema !== undefined ? problemOf?.({ schema, bytes, value }, index) : undefined
      return { schema, value, problem, ...check }
    },
    (outcome, index) => {
      const validated = toValidatedFile(pathAt(index), outcome)
      return toKept(
        validated,
        index,
        validated.valid && 'result' in outcome ? outcome.result.value : undefined,
      )
    },
    deadline,
  )

/** Validates files against the contracts that they name. Never throws: an error is the `problem` of the result. */
export const validateFiles = (
  files: readonly FileToValidate[],
  options: ValidateFilesOptions,
): ValidatedFile[] =>
  mapFiles(
    files.length,
    {
      fileAt: (index) => files[index]?.file ?? '',
      pathAt: (index) => files[index]?.path ?? '',
      toKept: (validated) => validated,
    },
    options,
  )

/** As {@link validateFiles}, for one file. */
export const validateFile = (file: FileToValidate, options: ValidateFilesOptions): ValidatedFile =>
  validateFiles([file], options)[0] ?? invalidFile(file.path, 'it could not be validated')

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

interface Checked extends ProjectCheck {
  readonly schema: string | undefined
  readonly problem: string | undefined
}

const NO_VIOLATIONS: readonly Violation[] = []

function toValidatedFile(path: string, outcome: StableOutcome<Checked>): ValidatedFile {
  if ('error' in outcome) return unvalidatedFile(path, outcome.error)
  const { schema, verdict, advice, problem } = outcome.result
  return {
    path,
    schema,
    valid: verdict.valid && problem === undefined,
    violations: verdict.valid ? NO_VIOLATIONS : verdict.violations,
    ...(problem !== undefined && { problem }),
    ...(!verdict.valid && verdict.more !== undefined && { more: verdict.more }),
    ...(advice.length > 0 && { advice }),
    modified: toDate(outcome.stat.mtimeMs),
    bytes: outcome.stat.size,
  }
}

/** The limit of `Date`, in milliseconds before and after 1970. File systems can store later times. */
const MAX_DATE_MS = 8.64e15

const toDate = (milliseconds: number): Date =>
  new Date(Math.max(-MAX_DATE_MS, Math.min(MAX_DATE_MS, milliseconds)))

function unvalidatedFile(path: string, error: unknown): ValidatedFile {
  const cause = error instanceof SchemaError ? 'its contract is broken: ' : ''
  return {
    ...invalidFile(path, `it could not be validated: ${cause}${describeFsError(error)}`),
    ...(error instanceof DeadlineError && { isUnchecked: true }),
  }
}
