import { join } from 'node:path'

import {
  type Contracts,
  describeFsError,
  openContracts,
  UnreadableFileError,
  validateArtifact,
  type Verdict,
} from '@workbench/contracts'
import {
  type Advice,
  adviceOn,
  DeadlineError,
  findProjectRoot,
  openArea,
  validateStableFiles,
  type WorkingArea,
} from '@workbench/workspace'

import { USE_MEMORY_WRITE } from '../block-memory-write.ts'
import {
  absolutePath,
  fileExists,
  isInMemory,
  isInWorkingArea,
  linkedAreaFolder,
  resolvePath,
} from '../paths/resolve-path.ts'
import { emptyResponse, type HookContext, type HookResponse, adviceResponse } from '../response.ts'
import { type AdvisedFile, adviceMessage } from './advice-message.ts'
import { declaredSchemas, firstDeclaredSchema } from './declared-schema.ts'
import { fixCommand } from './fix-command.ts'
import { readHead } from './read-head.ts'
import { type Rejection, rejectionMessage } from './rejection-message.ts'
import { type ChangedArea, validateWorkingArea } from './validate-working-area.ts'

interface WrittenOptions {
  /** What else to validate in the working area. */
  readonly changed: ChangedArea | undefined
  /** The agent's name of the event; without it, there is no advice. */
  readonly eventName: string | undefined
}

/** After a tool ran: validates the artifacts among the files that it wrote, as they are on disk now. */
export function validateWritten(
  paths: readonly string[],
  { changed, eventName }: WrittenOptions,
  context: HookContext,
): HookResponse {
  const files = paths.map((path) => toWrittenFile(path, context.cwd))
  const { rejections, advised } = validateFiles(files, context)
  if (changed) {
    const root = findProjectRoot(context)
    const named = new Set(files.map(({ file }) => file))
    for (const rejection of validateWorkingArea(context, changed))
      if (!named.has(resolvePath(join(root, rejection.path), root))) rejections.push(rejection)
  }
  const message = rejectionMessage(rejections)
  if (message !== '') return { status: 2, message }
  return eventName === undefined ? emptyResponse : adviceResponse(adviceMessage(advised), eventName)
}

interface WrittenFile {
  /** As spelled in the event. */
  readonly path: string
  /** Absolute, without links. */
  readonly file: string
  /** Whether it is in a working area, as spelled or without links. */
  readonly isInArea: boolean
  readonly isInMemory: boolean
}

function toWrittenFile(path: string, cwd: string): WrittenFile {
  const file = resolvePath(path, cwd)
  const locations = [file, absolutePath(path, cwd)]
  return { path, file, isInArea: locations.some(isInWorkingArea), isInMemory: locations.some(isInMemory) }
}

function validateFiles(
  files: readonly WrittenFile[],
  context: HookContext,
): { readonly rejections: Rejection[]; readonly advised: AdvisedFile[] } {
  let contracts: Contracts | undefined
  const open = () => (contracts ??= openContracts({ env: context.env, cwd: findProjectRoot(context) }))
  const area = openArea(findProjectRoot(context))
  const advised: AdvisedFile[] = []
  const existing = files.filter(({ file }) => fileExists(file))
  const outcomes = validateStableFiles(
    existing.map(({ file }) => file),
    (bytes, index) => validateContent(bytes, existing[index], open, area),
    context.deadline,
  )
  const rejections = existing.flatMap((file, index): Rejection[] => {
    const { path } = file
    const folder = linkedAreaFolder(path, context.cwd)
    if (folder !== undefined) return [{ path, problem: `it is below ${folder}, ${LINKED_FOLDER}` }]
    const outcome = outcomes[index]
    if (outcome === undefined) return []
    if ('error' in outcome) return errorRejections(file, outcome.error, open)
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
  { path, file, isInArea }: WrittenFile,
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

interface ContentVerdict {
  readonly id?: string
  readonly verdict: Verdict
  /** Why the file is rejected whatever its content. */
  readonly problem?: string
  /** A shell command that makes the artifact valid. */
  readonly command?: string | undefined
  readonly advice?: readonly Advice[]
}

const NOT_AN_ARTIFACT: ContentVerdict = { verdict: { valid: true } }
const MISPLACED_FACT: ContentVerdict = { ...NOT_AN_ARTIFACT, problem: `delete it; ${USE_MEMORY_WRITE}` }

function validateContent(
  bytes: Uint8Array,
  file: WrittenFile | undefined,
  open: () => Contracts,
  area: WorkingArea,
): ContentVerdict {
  if (file?.isInMemory === true) return MISPLACED_FACT
  // Every file of the working area is an artifact.
  const isArtifact = file?.isInArea === true || declaredSchemas(bytes).some((schema) => isKnown(schema, open))
  if (!isArtifact) return NOT_AN_ARTIFACT
  const result = validateArtifact(open(), bytes)
  const { verdict, meant } = result
  const id = result.id ?? meant
  if ((id ?? firstDeclaredSchema(bytes)) === 'fact.v1') return MISPLACED_FACT
  if (id === undefined || file === undefined) return result
  if (verdict.valid) return { ...result, advice: adviceOn(id, bytes, area) }
  return { ...result, command: fixCommand(file.file, bytes, open().get(id)) }
}

const isKnown = (schema: string, open: () => Contracts): boolean => open().ids.includes(schema)
