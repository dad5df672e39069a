import {
  type Contracts,
  describeFsError,
  openContracts,
  UnreadableFileError,
  validateArtifact,
  type Verdict,
} from '@workbench/contracts'
import { findProjectRoot, validateStableFile } from '@workbench/workspace'

import { USE_MEMORY_WRITE } from '../block-memory-write.ts'
import { fileExists, isInMemory, isInWorkingArea, resolvePath } from '../paths/resolve-path.ts'
import { emptyResponse, type HookContext, type HookResponse } from '../response.ts'
import { declaredSchemas } from './declared-schema.ts'
import { type Rejection, rejectionMessage } from './rejection-message.ts'

/** After a tool ran: validates the artifacts among the files that it wrote, as they are on disk now. */
export function validateWritten(paths: readonly string[], context: HookContext): HookResponse {
  let contracts: Contracts | undefined
  const open = () => (contracts ??= openContracts({ env: context.env, cwd: findProjectRoot(context) }))
  const message = rejectionMessage(
    paths.flatMap((path) => rejectionsOf(path, resolvePath(path, context.cwd), open)),
  )
  return message === '' ? emptyResponse : { status: 2, message }
}

/** None or one. */
function rejectionsOf(path: string, file: string, open: () => Contracts): Rejection[] {
  if (!fileExists(file)) return []
  try {
    const { result } = validateStableFile(file, (bytes) => validateContent(bytes, file, open))
    const { id, verdict, problem } = result
    if (problem !== undefined) return [{ path, problem }]
    return verdict.valid ? [] : [{ path, schema: id, violations: verdict.violations }]
  } catch (error) {
    // An unreadable file is an artifact only in the working area.
    if (error instanceof UnreadableFileError && (!isInWorkingArea(file) || !fileExists(file))) return []
    return [{ path, problem: `it could not be validated: ${describeFsError(error)}` }]
  }
}

interface ContentVerdict {
  readonly id?: string
  readonly verdict: Verdict
  /** Why the file is rejected whatever its content. */
  readonly problem?: string
}

const NOT_AN_ARTIFACT: ContentVerdict = { verdict: { valid: true } }

function validateContent(bytes: Uint8Array, file: string, open: () => Contracts): ContentVerdict {
  const schemas = declaredSchemas(bytes)
  const isKnown = (schema: string) => open().ids.includes(schema)
  if (!isInWorkingArea(file) && !schemas.some(isKnown)) return NOT_AN_ARTIFACT
  if (isInMemory(file) || schemas.includes('fact.v1'))
    return { ...NOT_AN_ARTIFACT, problem: `delete it; ${USE_MEMORY_WRITE}` }
  return validateArtifact(open(), bytes)
}
