import { defineConfig } from 'rolldown'

export default defineConfig({
  input: {
    main: 'src/main.ts',
    migrate: 'src/bin/migrate.ts',
    distribute: 'src/bin/distribute.ts',
    key: 'src/bin/create-api-key.ts',
  },
  platform: 'node',
  // The dependencies are installed beside the bundle, except for Kysely: its 279 modules take a fifth of the start.
  external: /^(?!kysely$)[^.\\/]/,
  output: { dir: 'dist', format: 'esm', cleanDir: true },
})
