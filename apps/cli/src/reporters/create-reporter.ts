import type { CommandContext } from '../context.ts'
import type { Format } from './formats.ts'
import type { Reporter, ReporterOptions } from './reporter.ts'
import { textReporter } from './text.ts'

type ReporterFactory = (context: CommandContext, options: ReporterOptions) => Reporter

/** Each reporter is loaded on demand, except the default one. */
const REPORTERS: Record<Format | 'terminal', () => ReporterFactory | Promise<ReporterFactory>> = {
  text: () => textReporter,
  terminal: async () => (await import('./terminal.ts')).terminalReporter,
  json: async () => (await import('./json.ts')).jsonReporter,
  github: async () => (await import('./github.ts')).githubReporter,
  junit: async () => (await import('./junit.ts')).junitReporter,
  gitlab: async () => (await import('./gitlab.ts')).gitlabReporter,
  sarif: async () => (await import('./sarif.ts')).sarifReporter,
}

export const createReporter = async (
  format: Format,
  context: CommandContext,
  options: ReporterOptions,
): Promise<Reporter> => {
  const isTerminal = format === 'text' && context.stdout.isTTY === true
  return (await REPORTERS[isTerminal ? 'terminal' : format]())(context, options)
}
