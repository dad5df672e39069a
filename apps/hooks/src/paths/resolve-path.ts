import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

import { AREA_FOLDER } from '@workbench/workspace'

/** Longer paths lead nowhere on any system. */
const MAX_PATH_LENGTH = 4096

/** Where a path from an event leads: absolute, with links followed as far as there is something. */
export function resolvePath(path: string, cwd: string): string {
  const resolved = resolve(cwd, path)
  // The path of another system's spelling, where this one has no such file.
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

/** Whether anything stands at a path, if only a link that leads nowhere; a folder is not meant by a file's name. */
export function fileExists(file: string): boolean {
  try {
    return !lstatSync(file).isDirectory()
  } catch {
    return false
  }
}

/** Whether a file stands in a working area. */
export const isInWorkingArea = (file: string): boolean => file.split(sep).includes(AREA_FOLDER)

/** Whether a path is the memory of a working area, or leads into it. */
export const isInMemory = (file: string): boolean =>
  `${file}${sep}`.includes(`${sep}${AREA_FOLDER}${sep}memory${sep}`)
