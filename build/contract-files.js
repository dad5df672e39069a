import { readdirSync, readFileSync } from 'node:fs'

const directory = new URL('../schemas/', import.meta.url)

/**
 * A rolldown plugin: puts the repository's contracts in `schemas/` beside a bundle, where the contracts package
 * looks for them when nothing else names a directory (`src/schemas` stands beside its source in the same way).
 */
export const contractFiles = {
  name: 'contract-files',
  /** @this {import('rolldown').PluginContext} */
  generateBundle() {
    for (const name of readdirSync(directory).filter((file) => file.endsWith('.schema.json'))) {
      this.emitFile({
        type: 'asset',
        fileName: `schemas/${name}`,
        source: readFileSync(new URL(name, directory)),
      })
    }
  },
}
