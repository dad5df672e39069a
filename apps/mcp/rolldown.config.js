import { defineConfig } from 'rolldown'

import { contractFiles } from '../../build/contract-files.js'
import { withoutSchemaValidator } from '../../build/without-schema-validator.js'

export default defineConfig({
  input: { mcp: 'src/main.ts' },
  platform: 'node',
  resolve: { conditionNames: ['@workbench/source', 'node', 'import', 'default'] },
  plugins: [contractFiles, withoutSchemaValidator],
  output: { dir: '../../plugins/workbench-core/dist/mcp', format: 'esm', cleanDir: true, minify: true },
})
