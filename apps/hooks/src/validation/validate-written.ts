import {
  type ArtifactVerdict,
  type Contracts,
  validateArtifact,
  openContracts,
  describeFsError,
  UnreadableFileError,
} from '@workbench/contracts'
import { findProjectRoot, validateStableFile } from '@workbench/workspace'

import type { HookResponse, HookContext } from '../response.ts'
import { isInWorkingArea, isInMemory, fileExists, resolvePath } from '../paths/resolve-path.ts'
import { USE_MEMORY_WRITE } from '../block-memory-write.ts'
import { answerTo, type Rejection } from './rejection-message.ts'
import { declaredSchemas } from './declared-schema.ts'

/** Judges the artifacts among the files that a tool wrote, as they are on disk now. */
export function validateWritten(paths: readonly string[], context: HookContext): HookResponse {
  const contracts = lazy(() => openContracts({ env: context.env, cwd: findProjectRoot(context) }))
  return answerTo(paths.flatMap((path) => rejectionOf(path, resolvePath(path, context.cwd), contracts)))
}

function rejectionOf(path: string, file: string, contracts: () => Contracts): Rejection[] {
  if (!fileExists(file)) return []
  try {
    const { result } = validateStableFile(file, (bytes) => validateContent(bytes, file, contracts))
    if ('problem' in result) return [{ path, problem: result.problem }]
    const { id, verdict } = result
    return verdict.valid ? [] : [{ path, schema: id, violations: verdict.violations }]
  } catch (error) {
    // What cannot be read is an artifact where only artifacts stand; elsewhere it is nobody's business.
    if (error instanceof UnreadableFileError && (!isInWorkingArea(file) || !fileExists(file))) return []
    return [{ path, problem: `it could not be checked: ${describeFsError(error)}` }]
  }
}

type ContentVerdict = ArtifactVerdict | (ArtifactVerdict & { readonly problem: string })

const NOT_AN_ARTIFACT: ArtifactVerdict = { verdict: { valid: true } }

function validateContent(bytes: Uint8Array, file: string, contracts: () => Contracts): ContentVerdict {
  const schemas = declaredSchemas(bytes)
  const isKnown = (schema: string) => contracts().ids.includes(schema)
  if (!isInWorkingArea(file) && !schemas.some(isKnown)) return NOT_AN_ARTIFACT
  if (isInMemory(file) || schemas.includes('fact.v1'))
    return { ...NOT_AN_ARTIFACT, problem: `take it away: ${USE_MEMORY_WRITE}` }
  return validateArtifact(contracts(), bytes)
}

function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
