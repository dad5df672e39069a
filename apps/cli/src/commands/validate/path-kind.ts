import { statSync } from 'node:fs'
import { resolve } from 'node:path'

/** What a path names; undefined if there is nothing. What cannot be examined counts as a file: reading it says why. */
export function kindOfPath(path: string, cwd: string): 'directory' | 'file' | undefined {
  try {
    const stat = statSync(resolve(cwd, path), { throwIfNoEntry: false })
    return stat && (stat.isDirectory() ? 'directory' : 'file')
  } catch {
    return 'file'
  }
}
