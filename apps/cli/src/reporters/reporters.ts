import type { Terminal } from '../terminal.ts'
import type { Format } from './formats.ts'
import { githubReporter } from './github.ts'
import { jsonReporter } from './json.ts'
import type { Reporter } from './reporter.ts'
import { sarifReporter } from './sarif.ts'
import { textReporter } from './text.ts'

const REPORTERS: Record<Format, (terminal: Terminal) => Reporter> = {
  text: textReporter,
  json: jsonReporter,
  github: githubReporter,
  sarif: sarifReporter,
}

export const makeReporter = (format: Format, terminal: Terminal): Reporter => REPORTERS[format](terminal)
