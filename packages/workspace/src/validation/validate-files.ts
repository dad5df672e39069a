import {
  type ArtifactVerdict,
  type Contracts,
  SchemaError,
  validateArtifact,
  withPositions,
} from '@workbench/contracts'
import { describeFsError } from '@workbench/contracts/internal'

import { adviceOn } from '../advice/advice.ts'
import type { Advice } from '../advice/rule.ts'
import { evidenceAdvice } from '../advice/rules/evidence.ts'
import { readConfined } from '../files/confined-file.ts'
import type { WorkingArea } from '../working-area.ts'
import { checkDeliverables } from './deliverables.ts'
import { mergeConflict } from './merge-conflict.ts'
import { validateStableFiles } from './stable-files.ts'
import { invalidFile, type ValidatedFile } from './validated-file.ts'

export interface FileToValidate {
  /** Absolute path. */
  readonly file: string
  /** Relative to the project's root, with slashes. */
  readonly path: string
  /** Its path in the working area, with slashes; absent for a file that is not in it. */
  readonly inArea?: string | undefined
  /** Why it is not read, and not valid. Absent for others. */
  readonly problem?: string | undefined
}

/** An artifact, the verdict of its contract, and the bytes that it was read from. */
export interface ArtifactContent extends ArtifactVerdict {
  readonly bytes: Uint8Array
}

export interface ValidateFilesOptions<File> {
  /** Opens the contracts; called for each file that can be an artifact. */
  readonly open: () => Contracts
  /** Absolute paths of the folders out of which no file may be a link: that of the project, and those that a user names. */
  readonly roots: readonly string[]
  /** The working area that valid artifacts refer to, for the advice on them. Default: no advice. */
  readonly area?: WorkingArea | undefined
  /** Further advice on a valid artifact. Default: none. */
  readonly lookUp?: (artifact: unknown) => readonly Advice[]
  /** Whether a file is one; the verdict on another one is valid, without a contract. Default: all are. */
  readonly isArtifact?: (bytes: Uint8Array, file: File) => boolean
  /** What else is wrong with an artifact; undefined if nothing is. Default: nothing. */
  readonly problemOf?: (content: ArtifactContent, file: File) => string | undefined
  /**
   * Whether a file was just written: a handoff is then not valid without its deliverables, and the files that findings cite are
   * looked up, in the project of the `area`. Default: none was.
   */
  readonly isWritten?: (file: File) => boolean
  /** In milliseconds since 1970; files that are not validated by then are not valid. Default: none. */
  readonly deadline?: number | undefined
}

/** A file, and the verdict on it. */
export interface FileResult<File> {
  readonly file: File
  readonly validated: ValidatedFile
  /** The artifact, if it is valid. */
  readonly value?: unknown
  /** What was read; absent if there was an error. */
  readonly content?: ArtifactContent
  readonly error?: unknown
}

/**
 * Validates files against the contracts that they name, and reads each once. They were found without following links to
 * folders. Never throws: an error is the `problem` of the result.
 * @yields each file with its result; those that another process was writing come last
 */
export function* validateFiles<File extends FileToValidate>(
  files: Iterable<File>,
  options: ValidateFilesOptions<File>,
): Generator<FileResult<File>> {
  const readable: File[] = []
  for (const file of files)
    if (file.problem === undefined) readable.push(file)
    else yield { file, validated: invalidFile(file.path, file.problem) }
  const read = (file: string) => readConfined(file, options.roots)
  const validate = (bytes: Uint8Array, file: File) => checkContent(bytes, file, options)
  for (const [file, outcome] of validateStableFiles(readable, validate, options.deadline, read)) {
    const { path } = file
    if ('error' in outcome) {
      yield { file, validated: unvalidatedFile(path, outcome.error), error: outcome.error }
      continue
    }
    const { result: content, stat } = outcome
    const { id: schema, verdict, problem, advice = [] } = content
    const validated = {
      path,
      schema,
      valid: verdict.valid && problem === undefined,
      violations: verdict.valid ? [] : verdict.violations,
      ...(problem !== undefined && { problem }),
      ...(!verdict.valid && verdict.more !== undefined && { more: verdict.more }),
      ...(advice.length > 0 && { advice }),
      modified: toDate(stat.mtimeMs),
      bytes: stat.size,
    }
    yield { file, validated, content, ...(validated.valid && { value: content.value }) }
  }
}

interface CheckedContent extends ArtifactContent {
  readonly problem?: string | undefined
  readonly advice?: readonly Advice[]
}

function checkContent<File>(
  bytes: Uint8Array,
  file: File,
  { open, area, lookUp, isArtifact, problemOf, isWritten, deadline }: ValidateFilesOptions<File>,
): CheckedContent {
  if (isArtifact?.(bytes, file) === false) return { verdict: { valid: true }, bytes }
  const contracts = open()
  const content = { ...validateArtifact(contracts, bytes), bytes }
  const { id, verdict, value } = content
  const problem = (verdict.valid ? undefined : mergeConflict(bytes)) ?? problemOf?.(content, file)
  if (!verdict.valid || id === undefined || problem !== undefined || !area) return { ...content, problem }
  const advice = [...adviceOn(id, value, area, contracts), ...(lookUp?.(value) ?? [])]
  if (isWritten?.(file) !== true) return { ...content, advice }
  const project = { root: area.root, contracts }
  const deliverables = checkDeliverables(value, { ...project, deadline })
  if (deliverables.violations.length > 0) {
    const violations = withPositions(bytes, deliverables.violations)
    return { ...content, verdict: { valid: false, violations } }
  }
  return { ...content, advice: [...advice, ...deliverables.advice, ...evidenceAdvice(value, project)] }
}

/** The limit of `Date`, in milliseconds before and after 1970. File systems can store later times. */
const MAX_DATE_MS = 8.64e15

const toDate = (milliseconds: number): Date =>
  new Date(Math.max(-MAX_DATE_MS, Math.min(MAX_DATE_MS, milliseconds)))

function unvalidatedFile(path: string, error: unknown): ValidatedFile {
  const cause = error instanceof SchemaError ? 'its contract is broken: ' : ''
  return invalidFile(path, `it could not be validated: ${cause}${describeFsError(error)}`)
}
