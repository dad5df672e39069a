import { defineConfig } from 'rolldown'

import { bundledSources, sourcemaps } from '../../tools/bundling/bundled-sources.js'

const common = /** @satisfies {import('rolldown').RolldownOptions} */ ({
  input: { index: 'src/index.ts' },
  platform: 'neutral',
  plugins: [bundledSources],
  external: /^@workbench\/contracts/,
})

export default defineConfig([
  {
    ...common,
    output: { dir: 'dist', format: 'esm', entryFileNames: '[name].js', cleanDir: true, ...sourcemaps },
  },
  { ...common, output: { dir: 'dist', format: 'cjs', entryFileNames: '[name].cjs', ...sourcemaps } },
])
