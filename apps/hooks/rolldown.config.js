import { defineConfig } from 'rolldown'

import { contractFiles } from '../../build/contract-files.js'

export default defineConfig({
  input: { hook: 'src/main.ts' },
  platform: 'node',
  resolve: { conditionNames: ['@workbench/source', 'node', 'import', 'default'] },
  plugins: [contractFiles],
  // Node starts CommonJS faster than modules, and every edit of an agent pays for a start.
  output: {
    dir: '../../plugins/workbench-core/dist/hook',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    minify: true,
    cleanDir: true,
  },
})
