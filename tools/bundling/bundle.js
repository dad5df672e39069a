import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { build } from 'rolldown'

/* Builds the package in this folder as its rolldown.config.js says. The rolldown command prints a line for each file. */

const file = pathToFileURL(resolve('rolldown.config.js')).href
const { default: config } =
  /** @type {{ default: import('rolldown').BuildOptions | import('rolldown').BuildOptions[] }} */ (
    await import(file)
  )
for (const options of [config].flat()) await build(options)
