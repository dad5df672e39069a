import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { runGit } from '../git.js'

/**
 * Commits the content of a folder to a branch, and returns the commit. The checkout, the index and the current branch stay
 * as they are. Without a change there is no new commit.
 * @param {{ repository: string, folder: string, branch: string, message: string }} options
 */
export function commitTree({ repository, folder, branch, message }) {
  const temporary = mkdtempSync(join(tmpdir(), 'workbench-'))
  const env = { ...process.env, GIT_INDEX_FILE: join(temporary, 'index') }
  const git = (/** @type {readonly string[]} */ ...args) => runGit(['-C', repository, ...args], { env })
  try {
    git('--work-tree', folder, 'add', '--all', '--force', '.')
    const tree = git('write-tree')
    const reference = `refs/heads/${branch}`
    const last = git('for-each-ref', '--format=%(objectname)', reference)
    if (last !== '' && git('rev-parse', `${last}^{tree}`) === tree) return last
    const commit = git('commit-tree', tree, ...(last === '' ? [] : ['-p', last]), '-m', message)
    // Fails if another process has moved the branch in the meantime.
    git('update-ref', reference, commit, last)
    return commit
  } finally {
    rmSync(temporary, { recursive: true })
  }
}
