import { defineConfig } from 'rolldown'

const common = /** @type {const} */ ({
  input: { index: 'src/index.ts' },
  platform: 'neutral',
  external: /^@workbench\//,
})

/** The package contains the sources. */
const sourcemaps = { sourcemap: true, sourcemapExcludeSources: true }

export default defineConfig([
  {
    ...common,
    output: { dir: 'dist', format: 'esm', entryFileNames: '[name].js', cleanDir: true, ...sourcemaps },
  },
  { ...common, output: { dir: 'dist', format: 'cjs', entryFileNames: '[name].cjs', ...sourcemaps } },
])
