import {
  type ArtifactVerdict,
  type Contracts,
  validateArtifact,
  openContracts,
  describeFsError,
  UnreadableFileError,
} from '@workbench/contracts'
import { findProjectRoot, judgeStill } from '@workbench/workspace'

import type { Answer, Surroundings } from './answer.ts'
import { isInArea, isInMemory, isThere, locateFile } from './files.ts'
import { USE_MEMORY_WRITE } from './refuse.ts'
import { answerTo, type Complaint } from './report.ts'
import { schemasNamedIn } from './schema-named-in.ts'

/** Judges the artifacts among the files that a tool wrote, as they are on disk now. */
export function judgeWritten(paths: readonly string[], surroundings: Surroundings): Answer {
  const contracts = lazily(() => openContracts({ env: surroundings.env, cwd: findProjectRoot(surroundings) }))
  return answerTo(
    paths.flatMap((path) => complaintAbout(path, locateFile(path, surroundings.cwd), contracts)),
  )
}

function complaintAbout(path: string, file: string, contracts: () => Contracts): Complaint[] {
  if (!isThere(file)) return []
  try {
    const { result } = judgeStill(file, (bytes) => judge(bytes, file, contracts))
    if ('problem' in result) return [{ path, problem: result.problem }]
    const { id, verdict } = result
    return verdict.valid ? [] : [{ path, schema: id, violations: verdict.violations }]
  } catch (error) {
    // What cannot be read is an artifact where only artifacts stand; elsewhere it is nobody's business.
    if (error instanceof UnreadableFileError && (!isInArea(file) || !isThere(file))) return []
    return [{ path, problem: `it could not be checked: ${describeFsError(error)}` }]
  }
}

type Judgement = ArtifactVerdict | (ArtifactVerdict & { readonly problem: string })

const NO_ARTIFACT: ArtifactVerdict = { verdict: { valid: true } }

function judge(bytes: Uint8Array, file: string, contracts: () => Contracts): Judgement {
  const schemas = schemasNamedIn(bytes)
  const isKnown = (schema: string) => contracts().ids.includes(schema)
  if (!isInArea(file) && !schemas.some(isKnown)) return NO_ARTIFACT
  if (isInMemory(file) || schemas.includes('fact.v1'))
    return { ...NO_ARTIFACT, problem: `take it away: ${USE_MEMORY_WRITE}` }
  return validateArtifact(contracts(), bytes)
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
