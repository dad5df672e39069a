import type { CommandContext } from '../context.ts'
import type { Format } from './formats.ts'
import type { Reporter } from './reporter.ts'
import { textReporter } from './text.ts'

type ReporterFactory = (context: CommandContext) => Reporter

/** Each reporter is loaded on demand, except the default one. */
const REPORTERS: Record<Format, () => ReporterFactory | Promise<ReporterFactory>> = {
  text: () => textReporter,
  json: async () => (await import('./json.ts')).jsonReporter,
  github: async () => (await import('./github.ts')).githubReporter,
  sarif: async () => (await import('./sarif.ts')).sarifReporter,
}

export const createReporter = async (format: Format, context: CommandContext): Promise<Reporter> =>
  (await REPORTERS[format]())(context)
