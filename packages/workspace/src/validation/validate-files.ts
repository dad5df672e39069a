import { type Contracts, SchemaError, validateArtifact, type Verdict } from '@workbench/contracts'
import { describeFsError } from '@workbench/contracts/internal'

import { adviceOn } from '../advice/advice.ts'
import type { Advice } from '../advice/rule.ts'
import { readConfined } from '../files/confined-file.ts'
import type { WorkingArea } from '../working-area.ts'
import { DeadlineError } from './deadline-error.ts'
import { mergeConflict } from './merge-conflict.ts'
import { type StableOutcome, validateStableFiles } from './stable-files.ts'
import { invalidFile, type ValidatedFile } from './validated-file.ts'

interface FileToValidate {
  /** Absolute path. */
  readonly file: string
  /** Relative to the project's root, with slashes. */
  readonly path: string
}

/** A valid artifact, and the bytes that it was read from. */
export interface ValidContent {
  readonly schema: string
  readonly bytes: Uint8Array
  readonly value: unknown
}

interface ValidateFilesOptions<File> {
  readonly contracts: Contracts
  /** Absolute paths of the folders out of which no file may be a link: that of the project, and those that a user names. */
  readonly roots: readonly string[]
  /** The working area that valid artifacts refer to, for the advice on them. Default: no advice. */
  readonly area?: WorkingArea | undefined
  /** What else is wrong with a valid artifact; undefined if nothing is. Default: nothing. */
  readonly problemOf?: (content: ValidContent, file: File) => string | undefined
  /** In milliseconds since 1970; files that are not validated by then are not valid. Default: none. */
  readonly deadline?: number | undefined
}

/** A file, the verdict on it, and the artifact if it is valid. */
interface FileResult<File> {
  readonly file: File
  readonly validated: ValidatedFile
  readonly value: unknown
}

/**
 * Validates files against the contracts that they name, and reads each once. They were found without following links to
 * folders. Never throws: an error is the `problem` of the result.
 * @yields each file with its result; those that another process was writing come last
 */
export function* validateFiles<File extends FileToValidate>(
  files: Iterable<File>,
  { contracts, roots, area, problemOf, deadline }: ValidateFilesOptions<File>,
): Generator<FileResult<File>> {
  const validate = (bytes: Uint8Array, file: File): Checked => {
    const { id: schema, verdict, value } = validateArtifact(contracts, bytes)
    if (!verdict.valid || schema === undefined)
      return { schema, verdict, value: undefined, problem: mergeConflict(bytes), advice: [] }
    const problem = problemOf?.({ schema, bytes, value }, file)
    return { schema, verdict, value, problem, advice: area ? adviceOn(schema, value, area) : [] }
  }
  const read = (file: string) => readConfined(file, roots)
  for (const [file, outcome] of validateStableFiles(files, validate, deadline, read)) {
    const validated = toValidatedFile(file.path, outcome)
    yield {
      file,
      validated,
      value: validated.valid && 'result' in outcome ? outcome.result.value : undefined,
    }
  }
}

interface Checked {
  readonly schema: string | undefined
  readonly verdict: Verdict
  readonly value: unknown
  readonly problem?: string | undefined
  readonly advice: readonly Advice[]
}

function toValidatedFile(path: string, outcome: StableOutcome<Checked>): ValidatedFile {
  if ('error' in outcome) return unvalidatedFile(path, outcome.error)
  const { schema, verdict, advice, problem } = outcome.result
  return {
    path,
    schema,
    valid: verdict.valid && problem === undefined,
    violations: verdict.valid ? [] : verdict.violations,
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
