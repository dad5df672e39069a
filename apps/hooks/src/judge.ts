import { readFileSync, statSync } from 'node:fs'

import { type Contracts, judgeArtifact, openContracts } from '@workbench/contracts'
import { findProjectRoot } from '@workbench/workspace'

import { isInArea, isInMemory, locateFile } from './files.ts'
import type { Answer, Surroundings } from './answer.ts'
import { USE_MEMORY_WRITE } from './refuse.ts'
import { answerTo, type Complaint } from './report.ts'

/** Judges the artifacts among the files that a tool wrote, as they are on disk now. */
export function judgeWritten(paths: readonly string[], surroundings: Surroundings): Answer {
  const contracts = lazily(() => openContracts({ env: surroundings.env, cwd: findProjectRoot(surroundings) }))
  return answerTo(
    paths.flatMap((path) => complaintAbout(path, locateFile(path, surroundings.cwd), contracts)),
  )
}

function complaintAbout(path: string, file: string, contracts: () => Contracts): Complaint[] {
  if (!(statSync(file, { throwIfNoEntry: false })?.isFile() ?? false)) return []
  try {
    const bytes = readFileSync(file)
    const schema = schemaIn(bytes)
    if (!isInArea(file) && (schema === undefined || !contracts().ids.includes(schema))) return []
    if (isInMemory(file) || schema === 'fact.v1')
      return [{ path, problem: `take it away: ${USE_MEMORY_WRITE}` }]
    const { id, verdict } = judgeArtifact(contracts(), bytes)
    return verdict.valid ? [] : [{ path, schema: id, violations: verdict.violations }]
  } catch (error) {
    return [{ path, problem: `it could not be checked: ${(error as Error).message}` }]
  }
}

/** The contract that a text names, even where the text is not quite JSON. */
const schemaIn = (bytes: Buffer): string | undefined =>
  /"schema"\s*:\s*"([a-z0-9.-]+)"/.exec(bytes.toString('utf8'))?.[1]

function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
