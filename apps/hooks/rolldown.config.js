import { fileURLToPath } from 'node:url'

import { contractFiles } from '../../tools/bundling/contract-files.js'

const dir = fileURLToPath(new URL('../../plugins/workbench-core/dist/hook/', import.meta.url))

/** @type {import('rolldown').RolldownOptions} */
const shared = {
  platform: 'node',
  resolve: { conditionNames: ['@workbench/source', 'node', 'import', 'default'] },
}

/**
 * Node starts CommonJS faster than ES modules, and the hook starts at every write of an agent.
 * @type {import('rolldown').OutputOptions}
 */
const output = { dir, format: 'cjs', entryFileNames: '[name].cjs', minify: true }

/** @type {import('rolldown').RolldownOptions[]} */
export default [
  { ...shared, input: { hook: 'src/main.ts' }, output: { ...output, cleanDir: true } },
  {
    ...shared,
    input: { validation: 'src/validation/validation-bundle.ts' },
    output,
    plugins: [contractFiles],
  },
  { ...shared, input: { fix: 'src/bin/fix.ts' }, output, plugins: [contractFiles] },
]
