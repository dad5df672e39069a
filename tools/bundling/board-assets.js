import { readFileSync } from 'node:fs'

const directory = new URL('../../packages/board/src/assets/', import.meta.url)

/** Rolldown plugin that copies the style and the script of the board's pages to `assets/` beside a bundle. */
export const boardAssets = {
  name: 'board-assets',
  /** @this {import('rolldown').PluginContext} */
  generateBundle() {
    for (const name of ['board.css', 'board.js'])
      this.emitFile({
        type: 'asset',
        fileName: `assets/${name}`,
        source: readFileSync(new URL(name, directory)),
      })
  },
}
