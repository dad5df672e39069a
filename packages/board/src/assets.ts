import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The types of the files that pages load, by name. */
export const ASSETS = {
  'board.css': 'text/css',
  'board.js': 'text/javascript',
} as const

/** The folder is in this package, and next to the bundle of the command. */
export const readAsset = (name: keyof typeof ASSETS): string =>
  readFileSync(join(import.meta.dirname, 'assets', name), 'utf8')
