import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { escapeText } from '@workbench/contracts'

import { attempt } from '../attempt.ts'
import { UnsafePathError, wrapSystemErrors } from '../errors.ts'
import { isSegmentName } from '../segment-name.ts'
import { AREA_FOLDER, areaPath, type WorkingArea } from '../working-area.ts'
import { createGitFiles } from './git-files.ts'

/*
 * Opens the folders of the working area one after another, without following links. On Linux, each folder is opened
 * below the descriptor of its parent, and files are accessed below the descriptor of the last one, as
 * /proc/self/fd/N/file. Another process that replaces a folder by a link meanwhile has no effect: the descriptor stays
 * at the folder that was opened. Node.js has no such paths on other systems. There, each folder is checked, and a folder
 * that is replaced by a link between this check and the write is not detected.
 */

export interface OpenFolder {
  /** Path for access to its files, valid until it is closed. */
  readonly path: string
  readonly close: () => void
}

/**
 * Opens folders of the working area for a write of an artifact, as {@link withOpenFolders} does, and then creates the files
 * for git.
 * @throws as {@link withOpenFolders}.
 */
export const withFolders = <const Folders extends FolderList, Result>(
  area: WorkingArea,
  folders: Folders,
  use: (...paths: PathsOf<Folders>) => Result,
): Result =>
  withOpenFolders(area, folders, (...paths) => {
    const result = use(...paths)
    // The write has succeeded: without the files, the next one tries again.
    attempt(() => withOpenFolders(area, [[]], createGitFiles))
    return result
  })

/** The segments of each folder, from the working area. */
type FolderList = readonly (readonly string[])[]

type PathsOf<Folders extends FolderList> = { readonly [Index in keyof Folders]: string }

/**
 * Opens folders of the working area for a write, creates those that are missing, and closes them after the call.
 * @param use gets a path for each folder that is valid during the call
 * @throws {UnsafePathError} if a segment is not a valid name, or if the path contains a link or a file.
 * @throws {WorkingAreaError} if the file system rejects the operation.
 */
export function withOpenFolders<const Folders extends FolderList, Result>(
  area: WorkingArea,
  folders: Folders,
  use: (...paths: PathsOf<Folders>) => Result,
): Result {
  const opened: OpenFolder[] = []
  try {
    for (const segments of folders) opened.push(openOrCreate(area, segments))
    return use(...(opened.map(({ path }) => path) as unknown as PathsOf<Folders>))
  } finally {
    for (const { close } of opened) close()
  }
}

/**
 * Opens a folder of the working area for reading, and closes it after the call. Returns undefined if there is no such
 * folder.
 * @param use gets a path to the folder that is valid during the call, and the names in it
 * @throws {UnsafePathError} if the path contains a link.
 * @throws {WorkingAreaError} if the folder cannot be read.
 */
export function withExistingFolder<Result>(
  area: WorkingArea,
  segments: readonly string[],
  use: (path: string, names: readonly string[]) => Result,
): Result | undefined {
  const folder = openExisting(area, segments)
  if (!folder) return undefined
  try {
    return use(
      folder.path,
      wrapSystemErrors('list', areaPath(...segments), () => readdirSync(folder.path)),
    )
  } finally {
    folder.close()
  }
}

/**
 * The sorted names in a folder of the working area; none if the folder does not exist.
 * @throws {UnsafePathError} if the path contains a link.
 * @throws {WorkingAreaError} if the folder cannot be read.
 */
export const listFolder = (area: WorkingArea, ...segments: readonly string[]): string[] =>
  withExistingFolder(area, segments, (_path, names) => names.toSorted()) ?? []

function openOrCreate(area: WorkingArea, segments: readonly string[]): OpenFolder {
  const invalid = segments.find((segment) => !isSegmentName(segment))
  if (invalid !== undefined)
    throw new UnsafePathError(`"${escapeText(invalid)}" is not a valid name for a folder of the working area`)
  return descend(area.root, [AREA_FOLDER, ...segments], (path, name) =>
    wrapSystemErrors('write', name, () => {
      makeIfMissing(path)
      return openFolder(path, name)
    }),
  )
}

function openExisting(area: WorkingArea, segments: readonly string[]): OpenFolder | undefined {
  return wrapSystemErrors('list', areaPath(...segments), () => {
    try {
      return descend(area.root, [AREA_FOLDER, ...segments], openFolder)
    } catch (error) {
      if (isMissing(error) || error instanceof NotAFolderError) return undefined
      throw error
    }
  })
}

/** Opens each segment in the previous one, from a folder that may itself be a link. `open` gets its path and its name. */
export function descend(
  root: string,
  segments: readonly string[],
  open: (path: string, name: string) => OpenFolder,
): OpenFolder {
  let folder: OpenFolder = { path: root, close: () => undefined }
  for (const [depth, segment] of segments.entries()) {
    const parent = folder
    try {
      folder = open(join(parent.path, segment), segments.slice(0, depth + 1).join('/'))
    } finally {
      parent.close()
    }
  }
  return folder
}

export function openFolder(path: string, name: string): OpenFolder {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) throw new UnsafePathError(unsafePathMessage(name))
  if (!entry.isDirectory()) throw new NotAFolderError(unsafePathMessage(name))
  if (!hasDescriptorPaths()) return { path, close: () => undefined }
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
    return { path: `/proc/self/fd/${descriptor}`, close: () => closeSync(descriptor) }
  } catch (error) {
    // It was replaced by a link after the check.
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR' || code === 'ELOOP') throw new UnsafePathError(unsafePathMessage(name))
    throw error
  }
}

const unsafePathMessage = (name: string): string =>
  `${name} is a link or a file, not a folder; delete it or rename it, because a link could point outside of the project`

/** A file has the name of a folder. A reader treats it as a missing folder. */
class NotAFolderError extends UnsafePathError {}

/** Whether the files that this process has open have paths: on Linux. */
export const hasDescriptorPaths = (): boolean => existsSync('/proc/self/fd')

/** Returns whether the folder was created. */
export function makeIfMissing(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
