import { defineConfig } from 'rolldown'

import { bundledSources, sourcemaps } from '../../tools/bundling/bundled-sources.js'
import { contractFiles } from '../../tools/bundling/contract-files.js'

/** Of the packages that it bundles, one imports this one. */
const resolve = { conditionNames: ['@workbench/source', 'import'] }

const input = { index: 'src/index.ts', 'no-files': 'src/no-files.ts', builtin: 'src/builtin.ts' }

export default defineConfig([
  {
    input,
    platform: 'node',
    resolve,
    plugins: [contractFiles, bundledSources],
    output: {
      dir: 'dist',
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      cleanDir: true,
      ...sourcemaps,
    },
  },
  {
    input,
    platform: 'node',
    resolve,
    output: {
      dir: 'dist',
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name]-[hash].cjs',
      ...sourcemaps,
    },
  },
])
