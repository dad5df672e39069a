import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { runGit } from '../git.js'
import { commitTree } from './commit-tree.js'
import { folderOf, repository, TREES } from './trees.js'

/*
 * node tools/plugin/release.js
 *
 * Builds the plugin, and commits each tree of it to the branch of its name, so that agents that only clone a repository find built files.
 * The checkout stays as it is. Nothing is pushed.
 */

try {
  for (const variable of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT']) runGit(['var', variable])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error('A release is a commit; run git config user.name <name> and git config user.email <address>')
  process.exit(1)
}
execFileSync('pnpm', ['build'], { cwd: repository, stdio: 'inherit', shell: process.platform === 'win32' })

for (const branch of TREES) {
  const folder = folderOf(branch)
  const manifest = branch === 'plugin' ? '.claude-plugin/plugin.json' : 'gemini-extension.json'
  /** @type {unknown} */
  const parsed = JSON.parse(readFileSync(join(folder, manifest), 'utf8'))
  const { version } = /** @type {{ version: string }} */ (parsed)
  const commit = commitTree({ repository, folder, branch, message: `Release ${version} of the plugin` })
  console.log(`${branch} ${commit.slice(0, 12)}`)
}
console.log(`Push with: git push origin ${TREES.join(' ')}`)
