import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file that pages load. The folder is in this package, and next to the bundle of the command. */
export const readAsset = (name: 'board.css' | 'board.js'): string =>
  readFileSync(join(import.meta.dirname, 'assets', name), 'utf8')
