import { basename } from 'node:path'

import { type Contracts, type FactV1, UnreadableFileError } from '@workbench/contracts'
import {
  type ArtifactContent,
  invalidFile,
  isKnownFact,
  validateFiles,
  type WorkingArea,
} from '@workbench/workspace'

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
  const results = validateFiles(
    files.filter(({ link }) => link === undefined),
    {
      open,
      area,
      deadline,
      // Every file of the working area is an artifact.
      isArtifact: (bytes, { isInArea }) => isInArea || isDeclared(bytes),
      problemOf: (content, file) => factProblem(content, file, area),
      deliverablesIn: ({ isChanged }) => (isChanged ? area.root : undefined),
    },
  )
  const validated = new Map<NamedFile, Rejection>()
  for (const { file, validated: verdict, content, error } of results) {
    // An unreadable file is an artifact only in the working area, or if its head names a contract.
    const isIgnored =
      error instanceof UnreadableFileError &&
      (!file.isInArea || !fileExists(file.file)) &&
      !isDeclared(readHead(file.file))
    if (isIgnored) continue
    const { meant, bytes, valid = true } = content ?? {}
    const isFixable = !valid && verdict.problem === undefined && meant !== undefined && bytes
    validated.set(file, {
      ...verdict,
      ...(isFixable && { command: fixCommand(file.file, bytes, open().get(meant)) }),
    })
  }
  return files.flatMap((file) =>
    file.link === undefined
      ? (validated.get(file) ?? [])
      : [invalidFile(file.path, `it could not be validated: ${file.link} is ${LINK}`)],
  )
}

const LINK = 'a link, which can lead out of the working area; replace it by what it names'

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
