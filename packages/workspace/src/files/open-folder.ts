import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { UnsafePathError, wrapSystemErrors } from '../errors.ts'
import { AREA_FOLDER, areaPath, type WorkingArea } from '../working-area.ts'

/*
 * Opens folders one after another, without following links. On Linux, each folder is opened below the descriptor of its
 * parent, and files are accessed below the descriptor of the last one, as /proc/self/fd/N/file. Another process that replaces
 * a folder by a link meanwhile has no effect: the descriptor stays at the folder that was opened. Node.js has no such paths on
 * other systems. There, each folder is checked, and a folder that is replaced by a link between this check and the write is
 * not detected.
 */

export interface OpenFolder {
  /** Path for access to its files, valid until it is closed. */
  readonly path: string
  readonly close: () => void
}

/**
 * Opens folders of the working area for a write, creates those that are missing, and closes them after the call.
 * @param folders the segments of each, from the working area
 * @param use gets a path for each folder that is valid during the call
 * @throws {UnsafePathError} if the path contains a link or a file.
 * @throws {WorkingAreaError} if the file system rejects the operation.
 */
export function withFolders<Result>(
  area: WorkingArea,
  folders: readonly (readonly string[])[],
  use: (...paths: string[]) => Result,
): Result {
  const opened: OpenFolder[] = []
  try {
    for (const segments of folders)
      wrapSystemErrors('write', areaPath(...segments), () =>
        opened.push(openFolder(area.root, [AREA_FOLDER, ...segments], makeIfMissing)),
      )
    return use(...opened.map(({ path }) => path))
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
  const list = <Value>(read: () => Value): Value => wrapSystemErrors('list', areaPath(...segments), read)
  const folder = list(() => {
    try {
      return openFolder(area.root, [AREA_FOLDER, ...segments])
    } catch (error) {
      if (isMissing(error) || error instanceof NotAFolderError) return undefined
      throw error
    }
  })
  if (!folder) return undefined
  const { path, close } = folder
  try {
    return use(
      path,
      list(() => readdirSync(path)),
    )
  } finally {
    close()
  }
}

/**
 * The sorted names in a folder of the working area; none if the folder does not exist.
 * @throws {UnsafePathError} if the path contains a link.
 * @throws {WorkingAreaError} if the folder cannot be read.
 */
export const listFolder = (area: WorkingArea, ...segments: readonly string[]): string[] =>
  withExistingFolder(area, segments, (_path, names) => names.toSorted()) ?? []

/**
 * Opens each segment in the previous one, from a folder that may itself be a link.
 * @param create is called with the path of each segment before it is opened
 * @throws {UnsafePathError} if a segment is a link or a file.
 */
export function openFolder(
  base: string,
  segments: readonly string[],
  create?: (path: string, segments: readonly string[]) => void,
): OpenFolder {
  const name = segments.at(-1)
  if (name === undefined) return { path: base, close: () => undefined }
  const parent = openFolder(base, segments.slice(0, -1), create)
  try {
    const path = join(parent.path, name)
    create?.(path, segments)
    const entry = lstatSync(path)
    const problem = `${segments.join('/')} is a link or a file, not a folder; delete it or rename it, because a link could point outside of the project`
    if (entry.isSymbolicLink()) throw new UnsafePathError(problem)
    if (!entry.isDirectory()) throw new NotAFolderError(problem)
    if (!hasDescriptorPaths()) return { path, close: () => undefined }
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
    return { path: `/proc/self/fd/${descriptor}`, close: () => closeSync(descriptor) }
  } finally {
    parent.close()
  }
}

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
