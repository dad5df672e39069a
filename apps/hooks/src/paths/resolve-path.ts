import { existsSync, lstatSync } from 'node:fs'
import { resolve, sep } from 'node:path'

import { AREA_FOLDER, attempt, leadsOutside, resolveLinks } from '@workbench/workspace'

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
 * Whether an absolute path in a working area leads out of its project, through a link. What is above the working area may be
 * a link.
 */
export function leavesProject(file: string): boolean {
  const [project = '', ...inArea] = file.split(`${sep}${AREA_FOLDER}${sep}`)
  return inArea.length > 0 && file.length <= MAX_PATH_LENGTH && leadsOutside(file, project || sep)
}

/** Whether the path exists and is not a folder. A broken link exists. */
export const fileExists = (file: string): boolean =>
  // Without an error for a missing file: an error captures a stack trace.
  attempt(() => lstatSync(file, { throwIfNoEntry: false }))?.isDirectory() === false

/** Whether a path is in the working area of any project. */
export const isInWorkingArea = (file: string): boolean => file.split(sep).includes(AREA_FOLDER)

/** Whether a path is the memory of a working area or the folder with its records, or is in one of them. */
export const isInMemoryFolders = (file: string): boolean =>
  ['memory', 'records'].some((folder) =>
    `${file}${sep}`.includes(`${sep}${AREA_FOLDER}${sep}${folder}${sep}`),
  )
