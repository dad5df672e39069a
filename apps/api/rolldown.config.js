import { defineConfig } from 'rolldown'

export default defineConfig({
  input: { main: 'src/main.ts', migrate: 'src/migrate/main.ts', key: 'src/key/main.ts' },
  platform: 'node',
  // Only our own source is bundled; the dependencies are installed beside it.
  external: /^[^.\\/]/,
  output: { dir: 'dist', format: 'esm', cleanDir: true },
})
