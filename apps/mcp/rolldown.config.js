import { defineConfig } from 'rolldown'

import { bundledLicences } from '../../build/bundled-licences.js'
import { contractFiles } from '../../build/contract-files.js'
import { withoutUnusedSdkParts } from '../../build/without-unused-sdk-parts.js'

export default defineConfig({
  input: { mcp: 'src/main.ts' },
  platform: 'node',
  resolve: { conditionNames: ['@workbench/source', 'node', 'import', 'default'] },
  plugins: [contractFiles, bundledLicences, withoutUnusedSdkParts],
  output: { dir: '../../plugins/workbench-core/dist/mcp', format: 'esm', cleanDir: true, minify: true },
})
