import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'

import { describeFsError } from '@workbench/contracts/internal'

import { attempt } from './attempt.ts'
import { UnsafePathError, WorkingAreaError } from './errors.ts'
import { leadsOutside } from './files/confined-file.ts'
import { BLACKBOARD_FOLDER, pathInArea, TEMPORARY_FOLDER, type WorkingArea } from './working-area.ts'

/** A `.json` file below a folder, a link to a folder, or a folder whose name is not UTF-8. */
export interface ListedFile {
  /** The path from the listed folder, with slashes; empty if the folder itself is a link. */
  readonly path: string
  /** In bytes. */
  readonly size: number
  /** Another one after each change: inode, size and ctime, which no program can set. Empty for what is not read. */
  readonly version: string
  /** Why it is not read, and not valid; absent for others. */
  readonly problem?: string
}

const LINKED_FOLDER =
  'it is a link to a folder, which could be outside of the working area; replace it by a folder'

const LOST_NAME = 'its name is not UTF-8; rename it'

/**
 * The `.json` files of the working area, except those that are being written, and the links to folders in it; sorted by
 * path. Links to folders are not followed. Reads no file.
 * @throws an error of Node.js if a folder cannot be read.
 */
export const listArea = (area: WorkingArea): ListedFile[] =>
  listJsonFiles(pathInArea(area))
    .filter(({ path, problem }) => problem !== undefined || !path.startsWith(`${TEMPORARY_FOLDER}/`))
    .sort((a, b) => (a.path < b.path ? -1 : 1))

/**
 * The `.json` files below a folder and the links to folders, which are not followed; none if the folder does not exist.
 * Reads no file.
 * @param depth of the folders that are listed: 1 for the folder alone. Default: all.
 * @throws an error of Node.js if a folder cannot be read.
 */
export function listJsonFiles(root: string, depth = Infinity): ListedFile[] {
  const stat = lstatSync(root, { throwIfNoEntry: false })
  if (stat?.isSymbolicLink()) return [unread('', LINKED_FOLDER)]
  return stat ? filesIn(root, '', depth) : []
}

/** @param folder its path from the root */
function filesIn(root: string, folder: string, depth: number): ListedFile[] {
  return entriesOf(join(root, folder)).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    const file = `${root}/${path}`
    const isJson = /\.json$/i.test(entry.name)
    if ((isJson || entry.isDirectory()) && isLostName(entry.name, file)) return [unread(path, LOST_NAME)]
    if (entry.isSymbolicLink() && isFolder(file)) return [unread(path, LINKED_FOLDER)]
    const inner = entry.isDirectory() && depth > 1 ? filesIn(root, path, depth - 1) : []
    return isJson ? [...listFile(file, path), ...inner] : inner
  })
}

/** None if the file was deleted after its folder was listed. */
function listFile(file: string, path: string): ListedFile[] {
  const entry = lstatSync(file, { throwIfNoEntry: false })
  if (!entry) return []
  const target = entry.isSymbolicLink() ? statOf(file) : undefined
  const { ino, size, ctimeMs } = target ?? entry
  return [{ path, size, version: [entry.ino, entry.ctimeMs, ino, size, ctimeMs].join() }]
}

/** Whether a name is not UTF-8: Node.js replaces the bytes that are not, and the result leads to no file. */
const isLostName = (name: string, path: string): boolean =>
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

const unread = (path: string, problem: string): ListedFile => ({ path, size: 0, version: '', problem })

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true

/** Follows links; undefined if the target cannot be reached. */
const statOf = (path: string): Stats | undefined => attempt(() => statSync(path))

/** A JSON file in a folder that has a folder for each wave, or what stands there and is not read. */
export interface WaveFile {
  readonly wave: string
  /** The name without its extension. */
  readonly agent: string
  /** Absolute path. */
  readonly file: string
  /** Relative to the project's root, with slashes. */
  readonly path: string
  /** Changes with each write. */
  readonly state: string
  /** Why it is not read, and not valid; absent for others. */
  readonly problem?: string | undefined
}

/**
 * The JSON files of all waves in a folder of the project; a link to a folder is not followed. Folders whose name starts with a
 * dot are left out.
 * @param folder absolute path. Default: the blackboard
 * @throws {UnsafePathError} if the folder itself is a link, or the blackboard is outside of the project.
 * @throws {WorkingAreaError} if a folder cannot be read.
 */
export function listWaveFiles(area: WorkingArea, folder?: string): WaveFile[] {
  const { root } = area
  const base = folder ?? pathInArea(area, BLACKBOARD_FOLDER)
  const pathOf = (file: string): string => relative(root, file).split(sep).join('/')
  const listed = folder === undefined && leadsOutside(base, root) ? undefined : listFolders(base)
  if (listed === undefined || listed[0]?.path === '')
    throw new UnsafePathError(`${pathOf(base)} is a link or a file, not a folder; delete it`)
  return listed.flatMap(({ path: inFolder, version: state, problem }) => {
    const file = join(base, inFolder)
    const [wave = '', name] = inFolder.split('/')
    const isArtifact = problem !== undefined || name?.endsWith('.json') === true
    if (!isArtifact || wave.startsWith('.')) return []
    return [{ wave, agent: basename(name ?? wave, '.json'), file, path: pathOf(file), state, problem }]
  })
}

function listFolders(folder: string): ReturnType<typeof listJsonFiles> {
  try {
    return listJsonFiles(folder, 2)
  } catch (error) {
    const { path = folder } = error as NodeJS.ErrnoException
    throw new WorkingAreaError(`Cannot list ${path}: ${describeFsError(error, 'list')}`, { cause: error })
  }
}
