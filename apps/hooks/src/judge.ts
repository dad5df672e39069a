import { readFileSync } from 'node:fs'

import { type Contracts, judgeArtifact, openContracts } from '@workbench/contracts'
import { findProjectRoot } from '@workbench/workspace'

import type { Answer, Surroundings } from './answer.ts'
import { isInArea, isInMemory, isPlainFile, locateFile } from './files.ts'
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
  if (!isPlainFile(file)) return []
  try {
    const bytes = readFileSync(file)
    const schemas = schemasNamedIn(bytes)
    const isKnown = (schema: string) => contracts().ids.includes(schema)
    if (!isInArea(file) && !schemas.some(isKnown)) return []
    if (isInMemory(file) || schemas.includes('fact.v1'))
      return [{ path, problem: `take it away: ${USE_MEMORY_WRITE}` }]
    const { id, verdict } = judgeArtifact(contracts(), bytes)
    return verdict.valid ? [] : [{ path, schema: id, violations: verdict.violations }]
  } catch (error) {
    return [{ path, problem: `it could not be checked: ${(error as Error).message}` }]
  }
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
