import type { CommandContext } from '../context.ts'
import type { Reporter } from './reporter.ts'

/** The reporters of `workbench validate`, in the order of its help. Each is loaded on demand. */
const REPORTERS = {
  text: async () => (await import('./text.ts')).reportText,
  json: async () => (await import('./json.ts')).reportJson,
  github: async () => (await import('./github.ts')).reportToGithub,
  sarif: async () => (await import('./sarif.ts')).reportSarif,
  junit: async () => (await import('./junit.ts')).reportJunit,
  gitlab: async () => (await import('./gitlab.ts')).reportToGitlab,
} as const satisfies Readonly<Record<string, () => Promise<Reporter>>>

export type Format = keyof typeof REPORTERS

export const FORMATS = Object.keys(REPORTERS) as Format[]

/** The reporter of a format. On a terminal, text is printed for people. */
export const reporterFor = async (format: Format, { stdout }: CommandContext): Promise<Reporter> =>
  format === 'text' && stdout.isTTY === true
    ? (await import('./terminal.ts')).reportOnTerminal
    : REPORTERS[format]()
