import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

import { AREA_FOLDER } from '@workbench/workspace'

/** PATH_MAX of Linux; no operating system opens a longer path. */
const MAX_PATH_LENGTH = 4096

/** The absolute path for a path from an event. Links are resolved in the part of it that exists. */
export function resolvePath(path: string, cwd: string): string {
  const resolved = resolve(cwd, path)
  // A path with the separators of Windows, on another system.
  const file =
    path.includes('\\') && !existsSync(resolved) ? resolve(cwd, path.replaceAll('\\', '/')) : resolved
  return file.length > MAX_PATH_LENGTH ? file : resolveLinks(file)
}

function resolveLinks(file: string): string {
  const missing: string[] = []
  for (let folder = file; ; folder = dirname(folder)) {
    try {
      return join(realpathSync(folder), ...missing)
    } catch {
      if (folder === dirname(folder)) return file
      missing.unshift(basename(folder))
    }
  }
}

/** Whether the path exists and is not a folder. A broken link exists. */
export function fileExists(file: string): boolean {
  try {
    return !lstatSync(file).isDirectory()
  } catch {
    return false
  }
}

/** Whether a path is in the working area of any project. */
export const isInWorkingArea = (file: string): boolean => file.split(sep).includes(AREA_FOLDER)

/** Whether a path is the memory of a working area or is in it. */
export const isInMemory = (file: string): boolean =>
  `${file}${sep}`.includes(`${sep}${AREA_FOLDER}${sep}memory${sep}`)
