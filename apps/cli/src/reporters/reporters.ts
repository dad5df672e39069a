import type { Terminal } from '../terminal.ts'
import type { Format } from './formats.ts'
import type { Reporter } from './reporter.ts'
import { textReporter } from './text.ts'

type MakeReporter = (terminal: Terminal) => Reporter

/** Loaded when they are asked for, but the one that nearly always is. */
const REPORTERS: Record<Format, () => MakeReporter | Promise<MakeReporter>> = {
  text: () => textReporter,
  json: async () => (await import('./json.ts')).jsonReporter,
  github: async () => (await import('./github.ts')).githubReporter,
  sarif: async () => (await import('./sarif.ts')).sarifReporter,
}

export const makeReporter = async (format: Format, terminal: Terminal): Promise<Reporter> =>
  (await REPORTERS[format]())(terminal)
