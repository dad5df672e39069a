import { defineConfig } from 'rolldown'

import { contractFiles } from '../../build/contract-files.js'

export default defineConfig({
  input: { hook: 'src/main.ts' },
  platform: 'node',
  resolve: { conditionNames: ['@workbench/source', 'node', 'import', 'default'] },
  plugins: [contractFiles],
  output: { dir: '../../plugins/workbench-core/dist/hook', format: 'esm', cleanDir: true },
})
