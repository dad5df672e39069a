import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A terminal has 80 columns by default, pipes count as 100, and the help has 120 at most. */
const WIDTHS = [80, 100, 120]

/**
 * Rolldown plugin that stores the help of the built command for some widths, as text files in `help/` beside it.
 * @param {string} directory the directory of the bundle
 * @returns {import('rolldown').Plugin}
 */
export const renderedHelp = (directory) => ({
  name: 'rendered-help',
  writeBundle() {
    const texts = WIDTHS.map((width) => {
      const preload = `Object.defineProperty(process.stdout, 'columns', { value: ${width} })`
      const args = ['--import', `data:text/javascript,${preload}`, join(directory, 'main.cjs'), '--help']
      return execFileSync(process.execPath, args, { env: {}, encoding: 'utf8' })
    })
    mkdirSync(join(directory, 'help'), { recursive: true })
    for (const [index, text] of texts.entries())
      writeFileSync(join(directory, 'help', `${WIDTHS[index]}.txt`), text)
  },
})
