import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const packages = new URL('../../packages/', import.meta.url).pathname

/**
 * Rolldown plugin that copies the sources of other packages of this repository, which a bundle contains, to `sources/`, for its
 * source maps. The published package has only its own sources in `src`.
 */
export const bundledSources = {
  name: 'bundled-sources',
  /** @this {import('rolldown').PluginContext} */
  generateBundle() {
    for (const id of this.getModuleIds()) {
      const path = relative(packages, id).replaceAll('\\', '/')
      if (!/^[\w-]+\/src\/.*\.ts$/.test(path) || id.startsWith(process.cwd())) continue
      this.emitFile({ type: 'asset', fileName: `sources/${path}`, source: readFileSync(id) })
    }
  },
}
