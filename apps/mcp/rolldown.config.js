import { defineConfig } from 'rolldown'

import { bundledLicences } from '../../tools/bundling/bundled-licences.js'
import { contractFiles } from '../../tools/bundling/contract-files.js'
import { withoutUnusedSdkParts } from '../../tools/bundling/without-unused-sdk-parts.js'

export default defineConfig({
  input: { mcp: 'src/main.ts' },
  platform: 'node',
  resolve: { conditionNames: ['@workbench/source', 'node', 'import', 'default'] },
  plugins: [contractFiles, bundledLicences, withoutUnusedSdkParts],
  output: { dir: '../../plugins/workbench-core/dist/mcp', format: 'esm', cleanDir: true, minify: true },
})
