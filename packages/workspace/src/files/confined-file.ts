import { closeSync, constants, lstatSync, openSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'

import { UnreadableFileError } from '@workbench/contracts'
import { describeFsError, type FileContent, readFile } from '@workbench/contracts/internal'

import { attempt } from '../attempt.ts'
import { hasDescriptorPaths } from './open-folder.ts'

/** A path leads out of the folders that may be read. The message does not say whether anything exists there. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError'
}

/** The limit of Linux for the links in one path. */
const MAX_LINKS = 40

/**
 * Opens a file for reading and calls a function with a path to it, if the file is in one of the folders after all links
 * are resolved. On Linux, the location of the open file is checked, and the path leads to exactly that file, whatever
 * happens to its folders meanwhile. On other systems, a folder that is replaced by a link between the check and the read
 * is not detected.
 * @param file absolute path
 * @param roots absolute paths of the folders
 * @param use gets a path that is valid during the call
 * @throws {OutsideError} if the file is not in one of the folders, whether or not it exists.
 * @throws {UnreadableFileError} if a path in the folders cannot be opened.
 */
export function openConfined<Result>(
  file: string,
  roots: readonly string[],
  use: (path: string) => Result,
): Result {
  const path = resolveLinks(file)
  const check = (location: string): void => {
    if (!isIn(roots, location)) throw new OutsideError('the path leads outside the project')
  }
  check(path)
  if (!hasDescriptorPaths()) return use(path)
  const descriptor = openForReading(path)
  try {
    const handle = `/proc/self/fd/${descriptor}`
    check(readlinkSync(handle))
    return use(handle)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Reads a file that was found without following links to folders. If it is a link itself, its target has to be in one of
 * the folders.
 * @throws {OutsideError | UnreadableFileError}
 */
export const readConfined = (file: string, roots: readonly string[]): FileContent =>
  isLink(file) ? openConfined(file, roots, readFile) : readFile(file)

/** Whether a path leads out of a folder, through a link to a file or to a folder. */
export const leadsOutside = (path: string, root: string): boolean => !isIn([root], resolveLinks(path))

/** A folder that does not exist contains nothing. */
const isIn = (roots: readonly string[], path: string): boolean =>
  roots.flatMap((root) => realPath(root) ?? []).some((root) => isWithin(root, path))

const isLink = (file: string): boolean =>
  attempt(() => lstatSync(file, { throwIfNoEntry: false }))?.isSymbolicLink() === true

/** The path without links, from the system; undefined if it leads to nothing. */
export const realPath = (path: string): string | undefined =>
  // An error captures a stack trace.
  attempt(() => statSync(path, { throwIfNoEntry: false }) && realpathSync.native(path))

/** Whether an absolute path is that of a folder or of something in it. Does not resolve links. */
export function isWithin(folder: string, path: string): boolean {
  const part = relative(folder, path)
  return part !== '..' && !part.startsWith(`..${sep}`) && !isAbsolute(part)
}

/**
 * Resolves the links in a path, also links whose target does not exist: a broken link to a path outside the folders is
 * outside. With realpath(3), which fails for a broken link, the error would reveal whether a file outside exists.
 * @param path may contain `..`, which is resolved after the links before it
 */
export function resolveLinks(path: string, links = 0): string {
  const real = realPath(path)
  const folder = dirname(path)
  if (real !== undefined || folder === path) return real ?? path
  const resolved = resolveLinks(folder, links)
  const location = join(resolved, basename(path))
  const target = links < MAX_LINKS ? attempt(() => readlinkSync(location)) : undefined
  if (target === undefined) return location
  return resolveLinks(isAbsolute(target) ? target : resolved + sep + target, links + 1)
}

function openForReading(path: string): number {
  try {
    // Without O_NONBLOCK, open() of a pipe waits for a writer.
    return openSync(
      path,
      constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | constants.O_NOFOLLOW,
    )
  } catch (error) {
    throw new UnreadableFileError(describeFsError(error), { cause: error })
  }
}
