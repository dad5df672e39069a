import { basename, dirname } from 'node:path'

import { build as esbuild } from 'esbuild'
import { rolldown } from 'rolldown'
import { build as vite } from 'vite'
import webpack from 'webpack'

/** @typedef {'browser' | 'node'} Platform */

/**
 * Bundlers of a module with all that it imports, as one module.
 * @type {Readonly<Record<string, (entry: string, platform: Platform, directory: string) => Promise<unknown>>>}
 */
export const BUNDLERS = {
  esbuild: (entry, platform, directory) =>
    esbuild({
      entryPoints: [entry],
      bundle: true,
      format: 'esm',
      minify: true,
      outfile: `${directory}/bundle.mjs`,
      platform,
    }),

  rolldown: async (entry, platform, directory) => {
    const bundle = await rolldown({ input: entry, platform })
    await bundle.write({ format: 'esm', minify: true, file: `${directory}/bundle.mjs` })
  },

  Vite: (entry, platform, directory) =>
    vite({
      root: dirname(entry),
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ...(platform === 'node' ? { ssr: entry } : { lib: { entry, formats: ['es'] } }),
        outDir: directory,
        emptyOutDir: false,
        rollupOptions: { output: { entryFileNames: 'bundle.mjs' } },
      },
    }),

  webpack: (entry, platform, directory) =>
    new Promise((resolve, reject) => {
      webpack(
        {
          mode: 'production',
          target: platform === 'node' ? 'node20' : 'web',
          context: dirname(entry),
          entry: `./${basename(entry)}`,
          experiments: { outputModule: true },
          output: { path: directory, filename: 'bundle.mjs', library: { type: 'module' } },
        },
        (error, stats) => {
          if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')))
          else resolve(stats)
        },
      )
    }),
}
