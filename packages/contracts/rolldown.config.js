import { defineConfig } from 'rolldown'

import { bundledSources } from '../../tools/bundling/bundled-sources.js'
import { contractFiles } from '../../tools/bundling/contract-files.js'

/** The package contains the sources: its own in `src`, those of the packages that it bundles in `dist/sources`. */
const sourcemaps = {
  sourcemap: true,
  sourcemapExcludeSources: true,
  sourcemapPathTransform: (/** @type {string} */ path) =>
    path.replace('../../../schemas/', 'schemas/').replace(/^\.\.\/\.\.\/(?=[\w-]+\/src\/)/, 'sources/'),
}

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
