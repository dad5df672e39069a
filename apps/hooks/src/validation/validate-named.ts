import { basename } from 'node:path'

import { type Contracts, type FactV1, UnreadableFileError } from '@workbench/contracts'
import { type ArtifactContent, isKnownFact, validateFiles, type WorkingArea } from '@workbench/workspace'

import { USE_MEMORY_WRITE } from '../block-memory-write.ts'
import { fileExists } from '../paths/resolve-path.ts'
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
  { area, open, deadline }: NamedOptions,
): Rejection[] {
  const isDeclared = (bytes: Uint8Array): boolean =>
    declaredSchemas(bytes).some((schema) => open().ids.includes(schema))
  const results = validateFiles(files, {
    open,
    area,
    deadline,
    // Every file of the working area is an artifact.
    isArtifact: (bytes, { isInArea }) => isInArea || isDeclared(bytes),
    problemOf: (content, file) => factProblem(content, file, area),
    deliverablesIn: ({ isChanged }) => (isChanged ? area.root : undefined),
  })
  const byFile = new Map(Array.from(results, (result) => [result.file, result]))
  return files.flatMap((file) => {
    const { validated, content, error } = byFile.get(file) ?? {}
    // An unreadable file is an artifact only in the working area, or if its head names a contract.
    const isIgnored =
      error instanceof UnreadableFileError &&
      (!file.isInArea || !fileExists(file.file)) &&
      !isDeclared(readHead(file.file))
    if (!validated || isIgnored) return []
    const { meant, bytes, valid = true } = content ?? {}
    const isFixable = !valid && validated.problem === undefined && meant !== undefined && bytes
    return { ...validated, ...(isFixable && { command: fixCommand(file.file, bytes, open().get(meant)) }) }
  })
}

const MISPLACED_FACT = `memory_write did not write it as it is; undo this change. Instead, ${USE_MEMORY_WRITE}`

/** What is wrong with a fact that the tool wrote: only memory_write and git bring facts, into the memory. */
function factProblem(
  { meant, valid, bytes, value }: ArtifactContent,
  { file, isInMemory, isChanged }: NamedFile,
  area: WorkingArea,
): string | undefined {
  const isFact = meant === undefined ? declaredSchemas(bytes).includes('fact.v1') : meant === 'fact.v1'
  if (!isChanged || !(isFact || isInMemory)) return undefined
  const fact = value as FactV1
  const isWritten =
    isInMemory && valid && basename(file) === `${fact.id}.json` && isKnownFact(area, fact, bytes)
  return isWritten ? undefined : MISPLACED_FACT
}
