import { dirname } from 'node:path'

import { runGit } from '../../../../../tools/git.js'

interface Version {
  /** Abbreviated hash of the commit. */
  commit: string
  text: string
}

/**
 * All committed versions of a file, the newest first, each content once.
 *
 * @throws Error if the directory is not in a Git repository, the history is incomplete, or the file is not in it
 */
export function versionsOf(file: string): Version[] {
  const git = (...args: string[]): string => runGit(['-C', dirname(file), ...args]).trim()
  if (git('rev-parse', '--is-shallow-repository') === 'true') {
    throw new Error('The history is incomplete because this is a shallow clone; run git fetch --unshallow')
  }
  const root = git('rev-parse', '--show-toplevel')
  const path = git('ls-files', '--full-name', '--', file)
  if (path === '') throw new Error(`${file} is not in the Git history`)
  // --full-history includes versions that a merge discarded.
  const commits = git('-C', root, 'log', '--full-history', '--format=%h', 'HEAD', '--', path).split('\n')
  const versions = new Map<string, Version>()
  for (const commit of commits.filter(Boolean)) {
    // A commit that deletes the file has no version of it.
    if (git('-C', root, 'ls-tree', commit, '--', path) === '') continue
    const text = git('-C', root, 'show', `${commit}:${path}`)
    if (!versions.has(text)) versions.set(text, { commit, text })
  }
  if (versions.size === 0) throw new Error(`${file} is not in the Git history`)
  return [...versions.values()]
}
