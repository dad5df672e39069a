import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { pathWithNode } from '../../../tools/testing/packed-package.js'

/* Runs main.ts with Node 24, which several SDKs require in place of Node 20. It strips the types itself. */

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const { status } = spawnSync('node', ['--conditions=@workbench/source', main, ...process.argv.slice(2)], {
  env: { ...process.env, PATH: pathWithNode('24') },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
