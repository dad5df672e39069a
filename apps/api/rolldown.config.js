import { defineConfig } from 'rolldown'

export default defineConfig({
  input: { main: 'src/main.ts', migrate: 'src/bin/migrate.ts', key: 'src/bin/create-api-key.ts' },
  platform: 'node',
  // Only our own source is bundled; the dependencies are installed beside it.
  external: /^[^.\\/]/,
  output: { dir: 'dist', format: 'esm', cleanDir: true },
})
