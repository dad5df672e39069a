import type { CommandContext } from '../context.ts'
import type { Format } from './formats.ts'
import type { Reporter } from './reporter.ts'

/** Each reporter is loaded on demand. */
const REPORTERS: Record<Format | 'terminal', () => Promise<Reporter>> = {
  text: async () => (await import('./text.ts')).reportText,
  terminal: async () => (await import('./terminal.ts')).reportOnTerminal,
  json: async () => (await import('./json.ts')).reportJson,
  github: async () => (await import('./github.ts')).reportToGithub,
  junit: async () => (await import('./junit.ts')).reportJunit,
  gitlab: async () => (await import('./gitlab.ts')).reportToGitlab,
  sarif: async () => (await import('./sarif.ts')).reportSarif,
}

/** The reporter of a format. On a terminal, text is printed for people. */
export const reporterFor = (format: Format, { stdout }: CommandContext): Promise<Reporter> =>
  REPORTERS[format === 'text' && stdout.isTTY === true ? 'terminal' : format]()
