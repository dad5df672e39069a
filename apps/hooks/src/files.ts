import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

import { AREA } from '@workbench/workspace'

/** Longer paths lead nowhere on any system. */
const LONGEST_PATH = 4096

/** Where a path from an event leads: absolute, with links followed as far as there is something. */
export function locateFile(path: string, cwd: string): string {
  const resolved = resolve(cwd, path)
  // The path of another system's spelling, where this one has no such file.
  const file =
    path.includes('\\') && !existsSync(resolved) ? resolve(cwd, path.replaceAll('\\', '/')) : resolved
  return file.length > LONGEST_PATH ? file : realPath(file)
}

function realPath(file: string): string {
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
export function isThere(file: string): boolean {
  try {
    return !lstatSync(file).isDirectory()
  } catch {
    return false
  }
}

/** Whether a file stands in a working area. */
export const isInArea = (file: string): boolean => file.split(sep).includes(AREA)

/** Whether a path is the memory of a working area, or leads into it. */
export const isInMemory = (file: string): boolean =>
  `${file}${sep}`.includes(`${sep}${AREA}${sep}memory${sep}`)
