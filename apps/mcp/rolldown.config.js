import { defineConfig } from 'rolldown'

import { bundledLicences } from '../../tools/bundling/bundled-licences.js'
import { contractFiles } from '../../tools/bundling/contract-files.js'
import { entryOfAnyNode } from '../../tools/bundling/entry-of-any-node.js'
import { withoutUnusedSdkParts } from '../../tools/bundling/without-unused-sdk-parts.js'

export default defineConfig({
  input: { mcp: 'src/bin/mcp.ts' },
  platform: 'node',
  resolve: { conditionNames: ['@workbench/source', 'node', 'import', 'default'] },
  plugins: [contractFiles, bundledLicences, withoutUnusedSdkParts, entryOfAnyNode],
  output: {
    dir: '../../plugins/workbench-core/dist/mcp',
    format: 'esm',
    chunkFileNames: '[name].mjs',
    cleanDir: true,
    minify: true,
  },
})
