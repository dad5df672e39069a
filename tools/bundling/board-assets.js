import { readdirSync, readFileSync } from 'node:fs'

const directory = new URL('../../packages/board/src/assets/', import.meta.url)

/** Rolldown plugin that copies the style and the scripts of the board's pages to `assets/` beside a bundle. */
export const boardAssets = {
  name: 'board-assets',
  /** @this {import('rolldown').PluginContext} */
  generateBundle() {
    for (const name of readdirSync(directory).filter((file) => /\.(?:css|js)$/.test(file)))
      this.emitFile({
        type: 'asset',
        fileName: `assets/${name}`,
        source: readFileSync(new URL(name, directory)),
      })
  },
}
