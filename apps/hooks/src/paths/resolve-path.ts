import { existsSync, lstatSync, type Stats, statSync } from 'node:fs'
import { resolve, sep } from 'node:path'

import { AREA_FOLDER, leadsOutside, resolveLinks } from '@workbench/workspace'

import { MAX_PATH_LENGTH } from './json-paths.ts'

/** The absolute path for a path from an event. Links in it are resolved, also those that lead to nothing. */
export function resolvePath(path: string, cwd: string): string {
  const file = absolutePath(path, cwd)
  return file.length > MAX_PATH_LENGTH ? file : resolveLinks(file)
}

/** The absolute path for a path from an event, as it is spelled. */
export function absolutePath(path: string, cwd: string): string {
  const resolved = resolve(cwd, path)
  // A path with the separators of Windows, on another system.
  return path.includes('\\') && !existsSync(resolved) ? resolve(cwd, path.replaceAll('\\', '/')) : resolved
}

/**
 * The link through which a path from an event leaves its working area: the first folder that is one, from the working area
 * on, or the file, if its target is outside of the project. Undefined if there is none. What is above the working area may
 * be a link.
 */
export function linkOutOfArea(path: string, cwd: string): string | undefined {
  const file = absolutePath(path, cwd)
  if (file.length > MAX_PATH_LENGTH) return undefined
  const segments = file.split(sep)
  const first = segments.indexOf(AREA_FOLDER)
  if (first === -1) return undefined
  const depths = Array.from({ length: segments.length - 1 - first }, (_, index) => first + index + 1)
  const folder = depths.map((depth) => segments.slice(0, depth).join(sep)).find(isLink)
  return folder ?? (leadsOutside(file, segments.slice(0, first).join(sep) || sep) ? file : undefined)
}

/** Whether the path exists and is not a folder. A broken link exists. */
export const fileExists = (file: string): boolean => examine(lstatSync, file)?.isDirectory() === false

/** The state of the file at a path; undefined for what does not exist or cannot be examined. */
export const statOf = (path: string): Stats | undefined => examine(statSync, path)

const isLink = (path: string): boolean => examine(lstatSync, path)?.isSymbolicLink() === true

function examine(stat: typeof statSync, path: string): Stats | undefined {
  try {
    // Without an error for a missing file: an error captures a stack trace.
    return stat(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Whether a path is in the working area of any project. */
export const isInWorkingArea = (file: string): boolean => file.split(sep).includes(AREA_FOLDER)

/** Whether a path is the memory of a working area or the folder with its records, or is in one of them. */
export const isInMemoryFolders = (file: string): boolean =>
  ['memory', 'records'].some((folder) =>
    `${file}${sep}`.includes(`${sep}${AREA_FOLDER}${sep}${folder}${sep}`),
  )
