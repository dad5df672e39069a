import { basename } from 'node:path'

import {
  type Contracts,
  type FactV1,
  type HandoffV1,
  UnreadableFileError,
  validateArtifact,
  type Verdict,
  withPositions,
} from '@workbench/contracts'
import { describeFsError } from '@workbench/contracts/internal'
import {
  type Advice,
  adviceOn,
  checkDeliverables,
  DeadlineError,
  HANDOFF_CONTRACT,
  isKnownFact,
  mergeConflict,
  validateStableFiles,
  type WorkingArea,
} from '@workbench/workspace'

import { USE_MEMORY_WRITE } from '../block-memory-write.ts'
import { fileExists } from '../paths/resolve-path.ts'
import type { AdvisedFile } from './advice-message.ts'
import { declaredSchemas, firstDeclaredSchema } from './declared-schema.ts'
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
  const outcomes = new Map(validateStableFiles(files, validate, options.deadline))
  const rejections = files.flatMap((file): Rejection[] => {
    const { path, linkedFolder } = file
    if (linkedFolder !== undefined)
      return [{ path, problem: `it is below ${linkedFolder}, ${LINKED_FOLDER}` }]
    const outcome = outcomes.get(file)
    if (!outcome) return []
    if ('error' in outcome) return errorRejections(file, outcome.error, options.open)
    const { id, verdict, problem, command, advice = [] } = outcome.result
    if (problem !== undefined) return [{ path, problem }]
    if (!verdict.valid)
      return [{ path, schema: id, violations: verdict.violations, more: verdict.more, command }]
    if (advice.length > 0) advised.push({ path, schema: id, advice })
    return []
  })
  return { rejections, advised }
}

const LINKED_FOLDER =
  'which is a link to a folder that could be outside of the working area; replace the link by a folder'

/** Empty if the file is not an artifact. */
function errorRejections(
  { path, file, isInArea }: NamedFile,
  error: unknown,
  open: () => Contracts,
): Rejection[] {
  if (error instanceof DeadlineError) return [{ path, isUnchecked: true }]
  // An unreadable file is an artifact only in the working area, or if its head names a contract.
  if (error instanceof UnreadableFileError && (!isInArea || !fileExists(file))) {
    const schemas = declaredSchemas(readHead(file))
    if (!schemas.some((schema) => isKnown(schema, open))) return []
  }
  return [{ path, problem: `it could not be validated: ${describeFsError(error)}` }]
}

interface NamedResult {
  readonly id?: string | undefined
  readonly verdict: Verdict
  /** Why the file is rejected whatever its content. */
  readonly problem?: string
  /** A shell command that makes the artifact valid. */
  readonly command?: string | undefined
  readonly advice?: readonly Advice[]
}

const NOT_AN_ARTIFACT: NamedResult = { verdict: { valid: true } }
const MISPLACED_FACT: NamedResult = {
  ...NOT_AN_ARTIFACT,
  problem: `memory_write did not write it as it is; undo this change. Instead, ${USE_MEMORY_WRITE}`,
}

function validateContent(
  bytes: Uint8Array,
  file: NamedFile,
  { area, open, deadline }: NamedOptions,
): NamedResult {
  const { isInArea, isInMemory, isChanged } = file
  // Every file of the working area is an artifact.
  if (!isInArea && !declaredSchemas(bytes).some((schema) => isKnown(schema, open))) return NOT_AN_ARTIFACT
  const { id: named, meant, verdict, value } = validateArtifact(open(), bytes)
  const conflict = verdict.valid ? undefined : mergeConflict(bytes)
  if (conflict !== undefined) return { verdict, problem: conflict }
  const id = named ?? meant
  const isFact = (id ?? firstDeclaredSchema(bytes)) === 'fact.v1'
  if (isChanged && (isFact || isInMemory))
    return isInMemory && verdict.valid && isWritten(value as FactV1, bytes, file, area)
      ? NOT_AN_ARTIFACT
      : MISPLACED_FACT
  if (id === undefined) return { verdict }
  if (!verdict.valid) return { id: named, verdict, command: fixCommand(file.file, bytes, open().get(id)) }
  if (id !== HANDOFF_CONTRACT || !isChanged) return { id, verdict, advice: adviceOn(id, value, area) }
  const options = { root: area.root, contracts: open(), deadline }
  const { violations, advice } = checkDeliverables(value as HandoffV1, options)
  if (violations.length === 0) return { id, verdict, advice }
  return { id, verdict: { valid: false, violations: withPositions(bytes, violations) } }
}

/** Whether a fact of the memory is as memory_write wrote it, or git brought it. */
const isWritten = (fact: FactV1, bytes: Uint8Array, { file }: NamedFile, area: WorkingArea): boolean =>
  basename(file) === `${fact.id}.json` && isKnownFact(area, fact, bytes)

const isKnown = (schema: string, open: () => Contracts): boolean => open().ids.includes(schema)
