import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

import { namesIn } from './files/names-in.ts'

/**
 * The folders of the other worktrees of the repository that a folder is a worktree of, the main one first; none if it is
 * not the root of a worktree. Reads the files of git, without running it.
 */
export function otherWorktrees(root: string): string[] {
  const common = commonFolder(join(root, '.git'))
  if (common === undefined) return []
  const main = basename(common) === '.git' ? [dirname(common)] : []
  const linked = namesIn(join(common, 'worktrees')).flatMap((name) => {
    const link = textOf(join(common, 'worktrees', name, 'gitdir'))
    return link === undefined ? [] : [dirname(resolve(common, 'worktrees', name, link))]
  })
  return [...main, ...linked].filter((folder) => folder !== root)
}

/** The folder of the repository that all its worktrees share. */
function commonFolder(git: string): string | undefined {
  if (statSync(git, { throwIfNoEntry: false })?.isDirectory() === true) return git
  const link = /^gitdir: (.*)$/m.exec(textOf(git) ?? '')?.[1]
  if (link === undefined) return undefined
  const folder = resolve(dirname(git), link)
  const common = textOf(join(folder, 'commondir'))
  return common === undefined ? undefined : resolve(folder, common)
}

/** Without the line end; undefined if it is no file. */
export function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trimEnd()
  } catch {
    return undefined
  }
}
