import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'

import { pathInArea, TEMPORARY_FOLDER, type WorkingArea } from './working-area.ts'

/** A `.json` file below a folder, a link to a folder, or a folder whose name is not UTF-8. */
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
  listJsonFiles(pathInArea(area), changedSince)
    .filter(({ segments, isLinkedFolder }) => isLinkedFolder || segments[0] !== TEMPORARY_FOLDER)
    .map((file) => ({ file, key: file.segments.join() }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ file }) => file)

/**
 * The `.json` files below a folder and the links to folders, which are not followed; none if the folder does not exist.
 * Reads no file.
 * @param changedSince lists only files that were written, renamed or linked at or after this time, in milliseconds since
 * 1970, and files of folders that were renamed. Links to folders are always listed. Default: all files.
 * @throws an error of Node.js if a folder cannot be read.
 */
export function listJsonFiles(root: string, changedSince = -Infinity): ListedFile[] {
  const files: ListedFile[] = []
  const stat = lstatSync(root, { throwIfNoEntry: false })
  if (stat?.isSymbolicLink() === true && isFolder(root)) files.push(linkedFolder([]))
  else if (stat) listFolder(root, [], isRenamed(stat, changedSince))
  return files

  function listFolder(folder: string, segments: readonly string[], isNew: boolean): void {
    for (const entry of entriesOf(folder)) {
      const path = `${folder}/${entry.name}`
      if ((isJson(entry) || entry.isDirectory()) && isLostName(entry.name, path)) {
        files.push({ segments: [...segments, entry.name], size: 0, isLinkedFolder: false })
        continue
      }
      if (entry.isSymbolicLink() && isFolder(path)) files.push(linkedFolder([...segments, entry.name]))
      else if (isJson(entry)) listFile(path, segments, entry.name, isNew)
      if (!entry.isDirectory()) continue
      const folderStat = isNew ? undefined : lstatSync(path, { throwIfNoEntry: false })
      listFolder(
        path,
        [...segments, entry.name],
        isNew || (folderStat !== undefined && isRenamed(folderStat, changedSince)),
      )
    }
  }

  function listFile(path: string, segments: readonly string[], name: string, isNew: boolean): void {
    const entryStat = lstatSync(path, { throwIfNoEntry: false })
    const targetStat = entryStat?.isSymbolicLink() === false ? entryStat : statOf(path)
    const isChanged = (stat: Stats | undefined): boolean => stat !== undefined && stat.ctimeMs >= changedSince
    if (!isNew && !isChanged(entryStat) && !isChanged(targetStat)) return
    const size = (targetStat ?? entryStat)?.size ?? 0
    files.push({ segments: [...segments, name], size, isLinkedFolder: false })
  }
}

/** Whether a name is not UTF-8: Node.js replaces the bytes that are not, and the result leads to no file. */
export const isLostName = (name: string, path: string): boolean =>
  name.includes('\uFFFD') && !lstatSync(path, { throwIfNoEntry: false })

/** None if the folder was deleted after its parent was listed. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const isJson = ({ name }: Pick<Dirent, 'name'>): boolean => /\.json$/i.test(name)

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
