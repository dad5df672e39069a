import { fileURLToPath } from 'node:url'

import { codeCache } from '../../build/code-cache/plugin.js'
import { contractFiles } from '../../build/contract-files.js'

const dir = fileURLToPath(new URL('../../plugins/workbench-core/dist/hook/', import.meta.url))
const repository = fileURLToPath(new URL('../../', import.meta.url))

/** A typical event of a valid artifact: what V8 compiles for it goes into the code cache. */
const event = JSON.stringify({
  hook_event_name: 'PostToolUse',
  tool_name: 'Write',
  tool_input: { file_path: 'docs/examples/valid/finding.v1.json' },
  cwd: repository,
})

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
    plugins: [contractFiles, codeCache([`${dir}hook.cjs`], event)],
  },
  { ...shared, input: { fix: 'src/bin/fix.ts' }, output, plugins: [contractFiles] },
]
