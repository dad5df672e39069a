import { statSync } from 'node:fs'
import { resolve } from 'node:path'

import { CannotRun } from './exit-status.ts'

/** What a path names; undefined if there is nothing. What cannot be examined counts as a file: reading it says why. */
export function kindOfPath(path: string, cwd: string): 'directory' | 'file' | undefined {
  try {
    const stat = statSync(absolutePath(path, cwd), { throwIfNoEntry: false })
    return stat && (stat.isDirectory() ? 'directory' : 'file')
  } catch {
    return 'file'
  }
}

/** Unlike `resolve()`, keeps a slash at the end: the operating system rejects it after the name of a file. */
export const absolutePath = (path: string, cwd: string): string =>
  `${resolve(cwd, path)}${path.endsWith('/') ? '/' : ''}`

/**
 * An empty path would name the current directory.
 * @throws {CannotRun} if one is empty.
 */
export function rejectEmptyPaths(paths: readonly (string | undefined)[]): void {
  if (paths.includes(''))
    throw new CannotRun('A path is empty; name a file, or check the variable from which the path comes')
}
