import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

import { AREA } from '@workbench/workspace'

/** Where a path from an event leads: absolute, with links followed as far as there is something. */
export function locateFile(path: string, cwd: string): string {
  const resolved = resolve(cwd, path)
  // The path of another system's spelling, where this one has no such file.
  const file =
    !existsSync(resolved) && path.includes('\\') ? resolve(cwd, path.replaceAll('\\', '/')) : resolved
  return realPath(file)
}

function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    const folder = dirname(file)
    return folder === file ? file : join(realPath(folder), basename(file))
  }
}

/** Whether a file stands in a working area. */
export const isInArea = (file: string): boolean => file.split(sep).includes(AREA)

/** Whether a file stands in the memory of a working area. */
export const isInMemory = (file: string): boolean => file.includes(`${sep}${AREA}${sep}memory${sep}`)
