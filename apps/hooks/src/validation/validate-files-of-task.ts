import { lstatSync } from 'node:fs'
import { basename } from 'node:path'

import { type Contracts, type FactV1, UnreadableFileError } from '@workbench/contracts'
import {
  type ArtifactContent,
  attempt,
  type FactRecords,
  openArea,
  OutsideError,
  validateAreaFiles,
  type ValidatedFile,
} from '@workbench/workspace'

import { USE_MEMORY_WRITE } from '../block-memory-write.ts'
import { isInMemoryFolders, isInWorkingArea } from '../paths/resolve-path.ts'
import type { Task, TaskFile } from '../task.ts'
import { declaredSchemas } from './declared-schema.ts'
import { fixCommand } from './fix-command.ts'
import { readHead } from './read-head.ts'

/** The verdict on a file that an event is about. */
export interface Verdict extends ValidatedFile {
  readonly file: TaskFile
  /** A shell command that makes the artifact valid without losing anything. */
  readonly command?: string | undefined
}

/**
 * Validates the artifacts among the files of an event that are of one project.
 * @param open opens the contracts of the project; called only if a file can be an artifact
 */
export function validateFilesOfTask(
  { event, context, files }: Task,
  root: string,
  open: () => Contracts,
): Verdict[] {
  const area = openArea(root)
  const isDeclared = (bytes: Uint8Array): boolean =>
    declaredSchemas(bytes).some((schema) => open().ids.includes(schema))
  /** An unreadable file is an artifact only in a working area, or if its head names a contract. */
  const isIgnored = (file: string, error: unknown): boolean => {
    const isOptional = !isInWorkingArea(file)
    if (error instanceof OutsideError) return isOptional
    const isUnread = error instanceof UnreadableFileError && (isOptional || isMissing(file))
    return isUnread && !isDeclared(readHead(file))
  }
  const own = files.filter((file) => file.root === root)
  const results = validateAreaFiles(area, open, own, {
    area,
    deadline: context.deadline,
    // Every file of a working area is an artifact.
    isArtifact: (bytes, { file: path }) => isInWorkingArea(path) || isDeclared(bytes),
    problemOf: misplacedFact,
    isWritten: ({ isChanged }) => isChanged,
  })
  const byFile = new Map(results.map((result) => [result.file, result]))
  return own.flatMap((file) => {
    const { validated, content, error } = byFile.get(file) ?? {}
    if (!validated || isIgnored(file.file, error)) return []
    const isFixable = event.kind !== 'stop' && !file.isOthers && validated.problem === undefined
    const meant = content?.id ?? content?.meant
    if (!content || content.verdict.valid || !isFixable || meant === undefined)
      return [{ ...validated, file }]
    return [{ ...validated, file, command: fixCommand(file.file, content.bytes, open().get(meant)) }]
  })
}

const isMissing = (file: string): boolean => attempt(() => lstatSync(file)) === undefined

/** What is wrong with a fact that the tool wrote: only memory_write and git bring facts, into the memory. */
function misplacedFact(
  { id, meant = id, verdict, bytes, value }: ArtifactContent,
  { file, isChanged }: TaskFile,
  records: FactRecords,
): string | undefined {
  const isFact = meant === undefined ? declaredSchemas(bytes).includes('fact.v1') : meant === 'fact.v1'
  const isInMemory = isInMemoryFolders(file)
  if (!isChanged || !(isFact || isInMemory)) return undefined
  const fact = value as FactV1
  const isWritten =
    isInMemory && verdict.valid && basename(file) === `${fact.id}.json` && records.isKnown(fact, bytes)
  return isWritten
    ? undefined
    : `memory_write did not write it as it is; undo this change. Instead, ${USE_MEMORY_WRITE}`
}
