/*
 * Runs the `workbench` command in this process: the build if it exists and is up to date, otherwise the sources, which take
 * longer to start.
 */
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { installMissing } from './install-missing.js'
import { isUpToDate } from './is-up-to-date.js'
import { requireNode } from './require-node.js'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What the build of the command reads. */
const INPUTS = [
  'apps/cli/src',
  'apps/cli/package.json',
  'apps/cli/rolldown.config.js',
  'packages/agents/src',
  'packages/agents/package.json',
  'packages/board/src',
  'packages/board/package.json',
  'packages/compatibility/src',
  'packages/compatibility/package.json',
  'packages/contracts/src',
  'packages/contracts/package.json',
  'packages/json-text/src',
  'packages/json-text/package.json',
  'packages/structured-output/src',
  'packages/structured-output/package.json',
  'packages/workspace/src',
  'packages/workspace/package.json',
  'schemas',
  'docs/examples/valid',
  'tools/bundling/board-assets.js',
  'tools/bundling/bundle.js',
  'tools/bundling/contract-files.js',
  'tools/bundling/start-time.js',
  'pnpm-lock.yaml',
].map((path) => root + path)

// pnpm runs a script of the root in the root. Paths are relative to the folder in which the user has called pnpm.
const { INIT_CWD: folder = root, npm_lifecycle_event: script } = process.env
if (script === 'workbench' && `${folder}/`.startsWith(root)) process.chdir(folder)

if (isUpToDate(`${root}apps/cli/dist/main.cjs`, INPUTS)) {
  createRequire(import.meta.url)(`${root}apps/cli/dist/main.cjs`)
} else {
  requireNode(root)
  installMissing(root)
  // Registers the loader of tsx, a dependency of apps/cli.
  await import(pathToFileURL(createRequire(`${root}apps/cli/package.json`).resolve('tsx/esm')).href)
  await import(new URL('../../apps/cli/src/main.ts', import.meta.url).href)
}
