import { readdirSync, readFileSync } from 'node:fs'

const directory = new URL('../schemas/', import.meta.url)

/**
 * Rolldown plugin that copies the contract files and their examples to `schemas/` beside a bundle. The contracts package falls back to that
 * directory when no other one is configured or found. (`src/schemas` is a link for the same purpose.)
 */
export const contractFiles = {
  name: 'contract-files',
  /** @this {import('rolldown').PluginContext} */
  generateBundle() {
    const contracts = readdirSync(directory).filter((file) => file.endsWith('.schema.json'))
    const examples = readdirSync(new URL('examples/', directory)).map((file) => `examples/${file}`)
    for (const name of [...contracts, ...examples]) {
      this.emitFile({
        type: 'asset',
        fileName: `schemas/${name}`,
        source: readFileSync(new URL(name, directory)),
      })
    }
  },
}
