import { basename } from 'node:path'

import {
  type Contracts,
  type FactV1,
  UnreadableFileError,
  validateArtifact,
  type Verdict,
  withPositions,
} from '@workbench/contracts'
import { describeFsError } from '@workbench/contracts/internal'
import {
  adviceOn,
  checkDeliverables,
  DeadlineError,
  invalidFile,
  isKnownFact,
  mergeConflict,
  validateStableFiles,
  type WorkingArea,
} from '@workbench/workspace'

import { USE_MEMORY_WRITE } from '../block-memory-write.ts'
import { fileExists } from '../paths/resolve-path.ts'
import type { AdvisedFile } from './advice-message.ts'
import { declaredSchemas } from './declared-schema.ts'
import { fixCommand } from './fix-command.ts'
import type { NamedFile } from './named-file.ts'
import { readHead } from './read-head.ts'
import type { Rejection } from './rejection-message.ts'

interface NamedOptions {
  readonly area: WorkingArea
  readonly open: () => Contracts
  /** In milliseconds since 1970. */
  readonly deadline: number
}

/** Validates the artifacts among the files that the arguments of a tool name. */
export function validateNamed(
  files: readonly NamedFile[],
  options: NamedOptions,
): { readonly rejections: Rejection[]; readonly advised: AdvisedFile[] } {
  const advised: AdvisedFile[] = []
  const validate = (bytes: Uint8Array, file: NamedFile) => validateContent(bytes, file, options)
  const read = files.filter(({ link }) => link === undefined)
  const outcomes = new Map(validateStableFiles(read, validate, options.deadline))
  const rejections = files.flatMap((file): Rejection[] => {
    const { path, link } = file
    if (link !== undefined) return [invalidFile(path, `it could not be validated: ${link} is ${LINK}`)]
    const outcome = outcomes.get(file)
    if (!outcome) return []
    if ('error' in outcome) return errorRejections(file, outcome.error, options.open)
    const { rejection, advised: found } = outcome.result
    if (found && found.advice.length > 0) advised.push(found)
    return rejection ? [rejection] : []
  })
  return { rejections, advised }
}

const LINK = 'a link, which can lead out of the working area; replace it by what it names'

/** Empty if the file is not an artifact. */
function errorRejections(
  { path, file, isInArea }: NamedFile,
  error: unknown,
  open: () => Contracts,
): Rejection[] {
  const rejection = invalidFile(path, `it could not be validated: ${describeFsError(error)}`)
  if (error instanceof DeadlineError) return [{ ...rejection, isUnchecked: true }]
  // An unreadable file is an artifact only in the working area, or if its head names a contract.
  if (error instanceof UnreadableFileError && (!isInArea || !fileExists(file))) {
    const schemas = declaredSchemas(readHead(file))
    if (!schemas.some((schema) => isKnown(schema, open))) return []
  }
  return [rejection]
}

interface NamedResult {
  /** An invalid content counts only if the file is stable. */
  readonly verdict: Verdict
  readonly rejection?: Rejection
  readonly advised?: AdvisedFile
}

const NOT_AN_ARTIFACT: NamedResult = { verdict: { valid: true } }
const MISPLACED_FACT = `memory_write did not write it as it is; undo this change. Instead, ${USE_MEMORY_WRITE}`

function validateContent(
  bytes: Uint8Array,
  file: NamedFile,
  { area, open, deadline }: NamedOptions,
): NamedResult {
  const { path, isInArea, isInMemory, isChanged } = file
  // Every file of the working area is an artifact.
  if (!isInArea && !declaredSchemas(bytes).some((schema) => isKnown(schema, open))) return NOT_AN_ARTIFACT
  const { id: named, meant, verdict, value } = validateArtifact(open(), bytes)
  const conflict = verdict.valid ? undefined : mergeConflict(bytes)
  if (conflict !== undefined) return { verdict, rejection: invalidFile(path, conflict) }
  const id = named ?? meant
  const isFact = id === undefined ? declaredSchemas(bytes).includes('fact.v1') : id === 'fact.v1'
  if (isChanged && (isFact || isInMemory))
    return isInMemory && verdict.valid && isWritten(value as FactV1, bytes, file, area)
      ? NOT_AN_ARTIFACT
      : { ...NOT_AN_ARTIFACT, rejection: invalidFile(path, MISPLACED_FACT) }
  if (!verdict.valid) {
    const { violations, more } = verdict
    const command = id === undefined ? undefined : fixCommand(file.file, bytes, open().get(id))
    return { verdict, rejection: { path, schema: named, violations, more, command } }
  }
  if (id === undefined) return NOT_AN_ARTIFACT
  const options = { root: area.root, contracts: open(), deadline }
  const { violations, advice } = isChanged
    ? checkDeliverables(value, options)
    : { violations: [], advice: [] }
  if (violations.length === 0)
    return { verdict, advised: { path, schema: id, advice: [...adviceOn(id, value, area), ...advice] } }
  const rejection = { path, schema: id, violations: withPositions(bytes, violations) }
  return { verdict: { valid: false, violations }, rejection }
}

/** Whether a fact of the memory is as memory_write wrote it, or git brought it. */
const isWritten = (fact: FactV1, bytes: Uint8Array, { file }: NamedFile, area: WorkingArea): boolean =>
  basename(file) === `${fact.id}.json` && isKnownFact(area, fact, bytes)

const isKnown = (schema: string, open: () => Contracts): boolean => open().ids.includes(schema)
