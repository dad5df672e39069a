import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../../packages/', import.meta.url))

/** Source maps of a package that is published with its own sources in `src`, and those of other packages in `dist/sources`. */
export const sourcemaps = {
  sourcemap: true,
  sourcemapExcludeSources: true,
  sourcemapPathTransform: (/** @type {string} */ path) =>
    path.replace('../../../schemas/', 'schemas/').replace(/^\.\.\/\.\.\/(?=[\w-]+\/src\/)/, 'sources/'),
}

/**
 * Rolldown plugin that copies the sources of other packages of this repository, which a bundle contains, to `sources/`, for its
 * source maps. The published package has only its own sources in `src`.
 */
export const bundledSources = {
  name: 'bundled-sources',
  /** @this {import('rolldown').PluginContext} */
  generateBundle() {
    const own = `${relative(packages, process.cwd())}/`
    for (const id of this.getModuleIds()) {
      const path = relative(packages, id).replaceAll('\\', '/')
      if (!/^[\w-]+\/src\/.*\.ts$/.test(path) || path.startsWith(own)) continue
      this.emitFile({ type: 'asset', fileName: `sources/${path}`, source: readFileSync(id) })
    }
  },
}
