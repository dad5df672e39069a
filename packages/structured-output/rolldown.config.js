import { defineConfig } from 'rolldown'

const common = /** @type {const} */ ({
  input: { index: 'src/index.ts' },
  platform: 'neutral',
  external: /^@workbench\//,
})

export default defineConfig([
  {
    ...common,
    output: { dir: 'dist', format: 'esm', entryFileNames: '[name].js', cleanDir: true },
  },
  { ...common, output: { dir: 'dist', format: 'cjs', entryFileNames: '[name].cjs' } },
])
