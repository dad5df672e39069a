import { fileURLToPath } from 'node:url'

import { requireNode } from './require-node.js'

/* Runs the sources of the `workbench` command in the folder in which the user has called pnpm. */

const root = fileURLToPath(new URL('../../', import.meta.url))
requireNode(root)
// pnpm runs a script of the root in the root. It may have been called elsewhere with `-C`.
const { INIT_CWD: folder = root } = process.env
if (`${folder}/`.startsWith(root)) process.chdir(folder)
await import('../../apps/cli/src/main.ts')
