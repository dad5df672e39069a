import { basename, dirname, join, resolve } from 'node:path'

import { realPath } from './files/confined-file.ts'
import { namesIn } from './files/names-in.ts'
import { gitFolder, textOf } from './git/find-repository.ts'

/**
 * The folders of the other worktrees of the repository that a folder is a worktree of, the main one first; none if it is
 * not the root of a worktree. A folder counts only if its `.git` names the repository, too. Reads the files of git, without
 * running it.
 */
export function otherWorktrees(root: string): string[] {
  const common = commonFolder(root)
  if (common === undefined) return []
  const main = basename(common) === '.git' ? [dirname(common)] : []
  const linked = namesIn(join(common, 'worktrees')).flatMap((name) => {
    const link = textOf(join(common, 'worktrees', name, 'gitdir'))
    return link === undefined ? [] : [dirname(resolve(common, 'worktrees', name, link))]
  })
  const current = realPath(root)
  return [...main, ...linked].filter(
    (folder) => realPath(folder) !== current && commonFolder(folder) === common,
  )
}

/** The folder of the repository that all its worktrees share, without links. */
function commonFolder(root: string): string | undefined {
  const folder = gitFolder(root)
  if (folder === undefined) return undefined
  return realPath(resolve(folder, textOf(join(folder, 'commondir')) ?? ''))
}
