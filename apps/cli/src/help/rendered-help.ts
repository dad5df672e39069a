import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { helpWidth } from './help-width.ts'

/**
 * The help, if the command line contains nothing else. The build renders it with yargs for the most common widths, because
 * loading yargs takes as long as starting Node.js. Undefined for another width or command line.
 */
export function renderedHelp(args: readonly string[], columns: () => number | undefined): string | undefined {
  if (args.length !== 1 || (args[0] !== '--help' && args[0] !== '-h')) return undefined
  try {
    return readFileSync(join(import.meta.dirname, 'help', `${helpWidth(columns())}.txt`), 'utf8')
  } catch {
    return undefined
  }
}
