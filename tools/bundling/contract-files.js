import { readdirSync, readFileSync } from 'node:fs'

const directory = new URL('../../schemas/', import.meta.url)
const examples = new URL('../../docs/examples/valid/', import.meta.url)

/**
 * Rolldown plugin that copies the contract files to `schemas/` beside a bundle, and their examples to `examples/`. The
 * contracts package falls back to these directories when no other one is configured or found. (`src/schemas` and
 * `src/examples` are links for the same purpose.)
 */
export const contractFiles = {
  name: 'contract-files',
  /** @this {import('rolldown').PluginContext} */
  generateBundle() {
    for (const [folder, files] of Object.entries({ schemas: directory, examples })) {
      for (const name of readdirSync(files)) {
        const source = readFileSync(new URL(name, files))
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source })
      }
    }
  },
}

/** Rolldown plugin that copies the schema of all artifacts beside a bundle, for editors. */
export const artifactSchema = {
  name: 'artifact-schema',
  /** @this {import('rolldown').PluginContext} */
  generateBundle() {
    const text = readFileSync(
      new URL('../../packages/contracts/artifact.schema.json', import.meta.url),
      'utf8',
    )
    // Without indentation, which is a third of it.
    const source = JSON.stringify(JSON.parse(text))
    this.emitFile({ type: 'asset', fileName: 'artifact.schema.json', source })
  },
}
