import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Contracts, FactV1 } from '@workbench/contracts'

import { wrapSystemErrors } from './errors.ts'
import { FACT_CONTRACT, idOf, isFactFile, MEMORY_FOLDER } from './facts/fact-file.ts'
import { type FactRecords, withRecords } from './facts/fact-records.ts'
import { factProblem } from './facts/read-fact.ts'
import { invalidFile, mapFiles, type ValidatedFile, type ValidContent } from './validate-file.ts'
import { absolutePath, relativePath, TEMPORARY_FOLDER, type WorkingArea } from './working-area.ts'

interface ValidateAreaOptions {
  /** Only files that changed at or after this time are validated; in milliseconds since 1970. Default: all files. */
  readonly changedSince?: number
  /** In milliseconds since 1970. What is not validated by then is not valid, and `isUnchecked`. Default: none. */
  readonly deadline?: number
  /** Whether the deliverables of handoffs are checked. Default: false. */
  readonly checksProject?: boolean
}

/**
 * Validates every `.json` file of the working area: against its contract, and for its folder. The memory contains
 * numbered facts as writeFact() wrote them and nothing else, and facts exist nowhere else. Links to folders are not followed and not valid.
 * @param open opens the contracts; called only if there is a file to validate
 * @throws {WorkingAreaError} if the working area cannot be listed.
 */
export function validateArea(
  area: WorkingArea,
  open: () => Contracts,
  { changedSince, deadline, checksProject = false }: ValidateAreaOptions = {},
): ValidatedFile[] {
  const entries = wrapSystemErrors('list', relativePath(), () => listArea(area, changedSince))
  const files = entries.filter(({ isLinkedFolder }) => !isLinkedFolder)
  const links = entries
    .filter(({ isLinkedFolder }) => isLinkedFolder)
    .map(({ segments }) => invalidFile(relativePath(...segments), LINKED_FOLDER))
  if (files.length === 0) return links
  const contracts = open()
  const segmentsAt = (index: number): readonly string[] => files[index]?.segments ?? []
  const validated = withRecords(area, (records) =>
    mapFiles(
      files.length,
      {
        file: (index) => ({
          file: absolutePath(area, ...segmentsAt(index)),
          path: relativePath(...segmentsAt(index)),
        }),
        problemOf: (content, index) => problemOf(content, segmentsAt(index), records),
        toKept: (file) => file,
      },
      { contracts, deadline, area: checksProject ? area : undefined, advises: false },
    ),
  )
  return [...links, ...validated]
}

const LINKED_FOLDER =
  'it is a link to a folder, which could be outside of the working area; replace it by a folder'

/** What is wrong with the folder of a valid artifact, or with a fact that was written or changed by hand, if anything. */
function problemOf(
  { schema, bytes, value }: ValidContent,
  segments: readonly string[],
  records: FactRecords | undefined,
): string | undefined {
  const [folder, name = ''] = segments
  if (folder !== MEMORY_FOLDER)
    return schema === FACT_CONTRACT
      ? `facts are written to ${relativePath(MEMORY_FOLDER)}, with memory_write; delete this file`
      : undefined
  return schema === FACT_CONTRACT && segments.length === 2 && isFactFile(name)
    ? factProblem(value as FactV1, bytes, idOf(name), records)
    : `${relativePath(MEMORY_FOLDER)} contains only facts that memory_write has numbered; delete this file`
}

/** A `.json` file below a folder, or a link to a folder. */
export interface ListedFile {
  /** The path from the listed folder; empty if the folder itself is a link. */
  readonly segments: readonly string[]
  /** In bytes. */
  readonly size: number
  readonly isLinkedFolder: boolean
}

/**
 * The `.json` files of the working area, except those that are being written, and the links to folders in it; sorted by
 * path. Links to folders are not followed. Reads no file.
 * @param changedSince as for {@link listJsonFiles}
 * @throws an error of Node.js if a folder cannot be read.
 */
export const listArea = (area: WorkingArea, changedSince?: number): ListedFile[] =>
  listJsonFiles(absolutePath(area), { changedSince })
    .files.filter(({ segments, isLinkedFolder }) => isLinkedFolder || segments[0] !== TEMPORARY_FOLDER)
    .map((file) => ({ file, key: file.segments.join() }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ file }) => file)

interface ListOptions {
  /**
   * Lists only files that were written, renamed or linked at or after this time, in milliseconds since 1970, and files of
   * folders that were renamed. Links to folders are always listed. Default: all files.
   */
  readonly changedSince?: number | undefined
  /** Stops after this number of names. Default: none. */
  readonly limit?: number
}

/**
 * The `.json` files below a folder and the links to folders, which are not followed; none if the folder does not exist.
 * Reads no file.
 * @returns the files, and the number of names that were listed
 * @throws an error of Node.js if a folder cannot be read.
 */
export function listJsonFiles(
  root: string,
  { changedSince = -Infinity, limit = Infinity }: ListOptions = {},
): { files: ListedFile[]; count: number } {
  const files: ListedFile[] = []
  let count = 0
  const stat = lstatSync(root, { throwIfNoEntry: false })
  if (stat?.isSymbolicLink() === true && isFolder(root)) files.push(linkedFolder([]))
  else if (stat) listFolder(root, [], isRenamed(stat, changedSince))
  return { files, count }

  function listFolder(folder: string, segments: readonly string[], isNew: boolean): void {
    for (const entry of entriesOf(folder)) {
      if (++count > limit) return
      const path = join(folder, entry.name)
      const inner = [...segments, entry.name]
      if (entry.isSymbolicLink() && isFolder(path)) files.push(linkedFolder(inner))
      else if (isJson(entry)) listFile(path, inner, isNew)
      if (!entry.isDirectory()) continue
      const folderStat = isNew ? undefined : lstatSync(path, { throwIfNoEntry: false })
      listFolder(path, inner, isNew || (folderStat !== undefined && isRenamed(folderStat, changedSince)))
    }
  }

  function listFile(path: string, segments: readonly string[], isNew: boolean): void {
    const own = lstatSync(path, { throwIfNoEntry: false })
    const stats = [own, own?.isSymbolicLink() === false ? undefined : statOf(path)].filter(
      (item) => item !== undefined,
    )
    if (isNew || stats.some(({ ctimeMs }) => ctimeMs >= changedSince))
      files.push({ segments, size: stats.at(-1)?.size ?? 0, isLinkedFolder: false })
  }
}

/** None if the folder was deleted after its parent was listed. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const isJson = ({ name }: Dirent): boolean => /\.json$/i.test(name)

const linkedFolder = (segments: readonly string[]): ListedFile => ({
  segments,
  size: 0,
  isLinkedFolder: true,
})

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true

/**
 * Whether a folder got its name at or after a time: a rename changes the ctime alone, a new entry also changes the mtime.
 * The files of a renamed folder have old times.
 */
const isRenamed = ({ ctimeMs, mtimeMs }: Stats, changedSince: number): boolean =>
  ctimeMs >= changedSince && ctimeMs !== mtimeMs

/** Follows links; undefined if the target cannot be reached. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}
