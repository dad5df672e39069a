import { defineConfig } from 'rolldown'

import { contractFiles } from '../../build/contract-files.js'

export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  resolve: { conditionNames: ['@workbench/source', 'node', 'import', 'default'] },
  plugins: [contractFiles],
  // yargs asks for it where a configuration file extends another; there are none here.
  transform: { define: { 'import.meta.resolve': 'undefined' } },
  // Node starts CommonJS faster than modules, and small files faster than large ones.
  output: {
    dir: 'dist',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    minify: true,
    cleanDir: true,
  },
})
