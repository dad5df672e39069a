import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'

import { attempt } from './attempt.ts'
import { pathInArea, TEMPORARY_FOLDER, type WorkingArea } from './working-area.ts'

/** A `.json` file below a folder, a link to a folder, or a folder whose name is not UTF-8. */
export interface ListedFile {
  /** The path from the listed folder; empty if the folder itself is a link. */
  readonly segments: readonly string[]
  /** In bytes. */
  readonly size: number
  /** Another one after each change: inode, size and ctime, which no program can set. Empty for what is not read. */
  readonly version: string
  readonly isLinkedFolder: boolean
}

/**
 * The `.json` files of the working area, except those that are being written, and the links to folders in it; sorted by
 * path. Links to folders are not followed. Reads no file.
 * @throws an error of Node.js if a folder cannot be read.
 */
export const listArea = (area: WorkingArea): ListedFile[] =>
  listJsonFiles(pathInArea(area))
    .filter(({ segments, isLinkedFolder }) => isLinkedFolder || segments[0] !== TEMPORARY_FOLDER)
    .map((file) => ({ file, key: file.segments.join() }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ file }) => file)

/**
 * The `.json` files below a folder and the links to folders, which are not followed; none if the folder does not exist.
 * Reads no file.
 * @param depth of the folders that are listed: 1 for the folder alone. Default: all.
 * @throws an error of Node.js if a folder cannot be read.
 */
export function listJsonFiles(root: string, depth = Infinity): ListedFile[] {
  const files: ListedFile[] = []
  const stat = lstatSync(root, { throwIfNoEntry: false })
  if (stat?.isSymbolicLink() === true && isFolder(root)) files.push(unread([], true))
  else if (stat) listFolder(root, [])
  return files

  function listFolder(folder: string, segments: readonly string[]): void {
    for (const entry of entriesOf(folder)) {
      const path = `${folder}/${entry.name}`
      const inner = [...segments, entry.name]
      if ((isJson(entry) || entry.isDirectory()) && isLostName(entry.name, path)) {
        files.push(unread(inner, false))
        continue
      }
      if (entry.isSymbolicLink() && isFolder(path)) files.push(unread(inner, true))
      else if (isJson(entry)) listFile(path, inner)
      if (entry.isDirectory() && inner.length < depth) listFolder(path, inner)
    }
  }

  function listFile(path: string, segments: readonly string[]): void {
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (!entry) return
    const target = entry.isSymbolicLink() ? statOf(path) : undefined
    const { ino, size, ctimeMs } = target ?? entry
    const version = [entry.ino, entry.ctimeMs, ino, size, ctimeMs].join()
    files.push({ segments, size, version, isLinkedFolder: false })
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

const unread = (segments: readonly string[], isLinkedFolder: boolean): ListedFile => ({
  segments,
  size: 0,
  version: '',
  isLinkedFolder,
})

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true

/** Follows links; undefined if the target cannot be reached. */
const statOf = (path: string): Stats | undefined => attempt(() => statSync(path))
