import { fileURLToPath } from 'node:url'

import { boardAssets } from '../../tools/bundling/board-assets.js'
import { bundledLicences } from '../../tools/bundling/bundled-licences.js'
import { artifactSchema, contractFiles } from '../../tools/bundling/contract-files.js'
import { withoutUnusedSdkParts } from '../../tools/bundling/without-unused-sdk-parts.js'

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url))

/** The package itself, in a file of its own. */
const stringWidth = { 'string-width': path('node_modules/string-width/index.js') }

/** @type {import('rolldown').RolldownOptions} */
const shared = {
  platform: 'node',
  resolve: {
    conditionNames: ['@workbench/source', 'node', 'import', 'default'],
    alias: {
      // Its CommonJS build requires its files in a way that bundlers do not see.
      'jsonc-parser': path('node_modules/jsonc-parser/lib/esm/main.js'),
      // One version for all packages. The older ones, of cliui and wrap-ansi, contain tables of emoji.
      // It is loaded for text that needs it.
      'string-width': path('src/output/string-width-on-demand.ts'),
    },
  },
  // yargs calls import.meta.resolve only for configuration files that extend another; this command has none.
  transform: { define: { 'import.meta.resolve': 'undefined' } },
}

/**
 * Node starts CommonJS faster than ES modules, and small files faster than large ones.
 * @type {import('rolldown').OutputOptions}
 */
const output = {
  dir: 'dist',
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  minify: true,
  // The definitions of all commands in one file: yargs needs all of them.
  codeSplitting: {
    groups: [
      {
        name: 'commands',
        test: /\/cli\/src\/commands\/(?:.*command|contracts\/[a-z-]+)\.ts$/,
      },
    ],
  },
}

/** @type {import('rolldown').RolldownOptions[]} */
export default [
  {
    ...shared,
    input: { main: 'src/main.ts', ...stringWidth },
    plugins: [contractFiles, boardAssets],
    output: { ...output, cleanDir: true },
  },
  // The published package: with the hook and the agent tools. All programs but the hook share their modules, which halves its
  // size. The hook starts at every tool of an agent and needs few of them.
  {
    ...shared,
    input: {
      main: 'src/main.ts',
      ...stringWidth,
      validation: '../hooks/src/validation/validation-bundle.ts',
      fix: '../hooks/src/bin/fix.ts',
      mcp: '../mcp/src/bin/mcp.ts',
    },
    plugins: [contractFiles, boardAssets, artifactSchema, withoutUnusedSdkParts, bundledLicences],
    output: {
      ...output,
      dir: 'dist/package',
      banner: ({ isEntry }) => (isEntry ? '#!/usr/bin/env node' : ''),
    },
  },
  {
    ...shared,
    input: { hook: '../hooks/src/main.ts' },
    output: { ...output, dir: 'dist/package', banner: '#!/usr/bin/env node' },
  },
]
