import { readFileSync, statSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'

import { attempt } from '@workbench/workspace'

/** What a path names; undefined if there is nothing. What cannot be examined counts as a file: reading it says why. */
export function kindOfPath(path: string, cwd: string): 'directory' | 'file' | undefined {
  try {
    const stat = statSync(absolutePath(path, cwd), { throwIfNoEntry: false })
    return stat && (stat.isDirectory() ? 'directory' : 'file')
  } catch {
    return 'file'
  }
}

/** The text of a generated file; undefined if it cannot be read, so that it is out of date. */
export const readIfExists = (file: string): string | undefined => attempt(() => readFileSync(file, 'utf8'))

/** Unlike `resolve()`, keeps a slash at the end: the operating system rejects it after the name of a file. */
export const absolutePath = (path: string, cwd: string): string =>
  `${resolve(cwd, path)}${path.endsWith('/') ? '/' : ''}`

/** A path with slashes on every system. */
export const relativePath = (from: string, to: string): string => relative(from, to).split(sep).join('/')

/** The path of a file in a folder, relative to it; that of any other file as it is. */
export function pathInside(folder: string, file: string): string {
  const path = relativePath(folder, resolve(folder, file))
  return path.startsWith('..') ? file : path
}
