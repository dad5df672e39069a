import { defineConfig } from 'rolldown'

import { bundledLicences } from '../../build/bundled-licences.js'
import { contractFiles } from '../../build/contract-files.js'
import { withoutSchemaValidator } from '../../build/without-schema-validator.js'

export default defineConfig({
  input: { mcp: 'src/main.ts' },
  platform: 'node',
  resolve: { conditionNames: ['@workbench/source', 'node', 'import', 'default'] },
  plugins: [contractFiles, bundledLicences, withoutSchemaValidator],
  output: { dir: '../../plugins/workbench-core/dist/mcp', format: 'esm', cleanDir: true, minify: true },
})
