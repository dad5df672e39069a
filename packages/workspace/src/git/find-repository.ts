import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { attempt } from '../attempt.ts'

/**
 * The root and the folder of the repository that has a folder in its working tree: that of the nearest ancestor with `.git`,
 * which no commit can contain. Git also takes a folder with `HEAD`, `objects` and `refs` for a repository, and these can be
 * committed.
 */
export function findRepository(
  start: string,
): { readonly root: string; readonly folder: string } | undefined {
  for (let root = resolve(start); ; root = dirname(root)) {
    const folder = gitFolder(root)
    if (folder !== undefined) return { root, folder }
    if (root === dirname(root)) return undefined
  }
}

/** The folder that `.git` in a folder is, or names, as in worktrees and submodules; undefined if there is no `.git`. */
export function gitFolder(root: string): string | undefined {
  const git = join(root, '.git')
  const link = /^gitdir: (.+)/.exec(textOf(git) ?? '')?.[1]
  if (link !== undefined) return resolve(root, link)
  return existsSync(git) ? git : undefined
}

/** Without the line end; undefined if it is no file. Reading a pipe would block. */
export const textOf = (file: string): string | undefined =>
  attempt(() => (statSync(file).isFile() ? readFileSync(file, 'utf8').trimEnd() : undefined))
