import { fileURLToPath } from 'node:url'

import { boardAssets } from '../../build/board-assets.js'
import { bundledLicences } from '../../build/bundled-licences.js'
import { codeCache } from '../../build/code-cache/plugin.js'
import { artifactSchema, contractFiles } from '../../build/contract-files.js'
import { withoutUnusedSdkParts } from '../../build/without-unused-sdk-parts.js'
import { stringWidthOfCliProgress } from '../../build/string-width-of-cli-progress.js'
import { renderedHelp } from '../../build/rendered-help.js'
import { startTime } from '../../build/start-time.js'

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url))

/** The package itself, in a file of its own. */
const stringWidth = { 'string-width': path('node_modules/string-width/index.js') }

/** @type {import('rolldown').RolldownOptions} */
const shared = {
  platform: 'node',
  resolve: {
    conditionNames: ['@workbench/source', 'node', 'import', 'default'],
    alias: {
      [path('src/load-validate.ts')]: path('src/load-validate.built.ts'),
      // Its CommonJS build requires its files in a way that bundlers do not see.
      'jsonc-parser': path('node_modules/jsonc-parser/lib/esm/main.js'),
      // One version for all packages. The older ones, of cliui, wrap-ansi and cli-progress, contain tables of emoji.
      // It is loaded for text that needs it.
      'string-width': path('src/output/string-width.built.ts'),
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
}

/** @type {import('rolldown').RolldownOptions[]} */
export default [
  {
    ...shared,
    input: { main: 'src/main.ts', ...stringWidth },
    plugins: [contractFiles, boardAssets, stringWidthOfCliProgress, renderedHelp(path('dist'))],
    output: { ...output, cleanDir: true },
  },
  {
    ...shared,
    input: { validate: 'src/commands/validate/validate.ts' },
    plugins: [
      stringWidthOfCliProgress,
      codeCache([
        path('dist/main.cjs'),
        'validate',
        'finding.v1',
        path('../../docs/examples/valid/finding.v1.json'),
      ]),
      startTime(path('dist/validate.cjs')),
    ],
    // One file: a chunk would require the entry for shared modules, but vm.Script bypasses Node's module cache.
    output: { ...output, codeSplitting: false },
  },
  // The published package: with the hook and the agent tools. All programs share their modules, which halves its size; a
  // code cache would fit one version of Node only.
  {
    ...shared,
    input: {
      main: 'src/main.ts',
      ...stringWidth,
      validate: 'src/commands/validate/validate.ts',
      hook: '../hooks/src/main.ts',
      validation: '../hooks/src/validation/validation-bundle.ts',
      fix: '../hooks/src/bin/fix.ts',
      mcp: '../mcp/src/main.ts',
    },
    resolve: {
      ...shared.resolve,
      alias: {
        ...shared.resolve?.alias,
        [path('../../build/code-cache/load-compiled.ts')]: path('../../build/code-cache/load-plain.ts'),
      },
    },
    plugins: [
      contractFiles,
      boardAssets,
      artifactSchema,
      withoutUnusedSdkParts,
      stringWidthOfCliProgress,
      bundledLicences,
      renderedHelp(path('dist/package')),
    ],
    output: {
      ...output,
      dir: 'dist/package',
      banner: ({ isEntry }) => (isEntry ? '#!/usr/bin/env node' : ''),
    },
  },
]
