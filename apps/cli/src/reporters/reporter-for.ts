import type { CommandContext } from '../context.ts'
import { reportToGithub } from './github.ts'
import { reportToGitlab } from './gitlab.ts'
import { reportJson } from './json.ts'
import { reportJunit } from './junit.ts'
import type { Reporter } from './reporter.ts'
import { reportSarif } from './sarif.ts'
import { reportOnTerminal } from './terminal.ts'
import { reportText } from './text.ts'

/** The reporters of `workbench validate`, in the order of its help. */
const REPORTERS = {
  text: reportText,
  json: reportJson,
  github: reportToGithub,
  sarif: reportSarif,
  junit: reportJunit,
  gitlab: reportToGitlab,
} as const satisfies Readonly<Record<string, Reporter>>

export type Format = keyof typeof REPORTERS

export const FORMATS = Object.keys(REPORTERS) as Format[]

/** The reporter of a format. On a terminal, text is printed for people. */
export const reporterFor = (format: Format, { stdout }: CommandContext): Reporter =>
  format === 'text' && stdout.isTTY === true ? reportOnTerminal : REPORTERS[format]
