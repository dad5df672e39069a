import { defineConfig } from 'rolldown'

import { contractFiles } from '../../tools/bundling/contract-files.js'

const input = { index: 'src/index.ts', 'no-files': 'src/no-files.ts', builtin: 'src/builtin.ts' }

export default defineConfig([
  {
    input,
    platform: 'node',
    plugins: [contractFiles],
    output: {
      dir: 'dist',
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      cleanDir: true,
    },
  },
  {
    input,
    platform: 'node',
    output: { dir: 'dist', format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' },
  },
])
