import { defineConfig } from 'rolldown'

export default defineConfig({
  input: {
    main: 'src/main.ts',
    migrate: 'src/bin/migrate.ts',
    distribute: 'src/bin/distribute.ts',
    key: 'src/bin/create-api-key.ts',
  },
  platform: 'node',
  // The dependencies are installed beside the bundle, except for Kysely, whose 279 modules take a fifth of the start, and
  // for packages of this repository.
  external: /^(?!kysely$|@workbench\/)[^.\\/]/,
  output: { dir: 'dist', format: 'esm', cleanDir: true },
})
