import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { commitTree } from './commit-tree.js'
import { folderOf, repository, TREES } from './trees.js'

/*
 * pnpm --filter @workbench/tools plugin:release
 *
 * Commits each tree of the plugin to the branch of its name, so that agents that only clone a repository find built files.
 * The checkout stays as it is. Nothing is pushed.
 */

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
