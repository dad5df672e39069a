import { resolve } from 'node:path'

import { pathInside, relativePath } from '../paths.ts'
import { reportToGithub } from './github.ts'
import { reportToGitlab } from './gitlab.ts'
import { reportJson } from './json.ts'
import { reportJunit } from './junit.ts'
import type { Reporter } from './reporter.ts'
import { reportSarif } from './sarif.ts'
import { reportText } from './text.ts'

/** The reporters of `workbench validate`, in the order of its help. */
export const REPORTERS = {
  text: reportText,
  json: reportJson,
  github: inWorkspace(reportToGithub),
  sarif: inWorkspace(reportSarif),
  junit: reportJunit,
  gitlab: reportToGitlab,
} as const satisfies Readonly<Record<string, Reporter>>

export type Format = keyof typeof REPORTERS

export const FORMATS = Object.keys(REPORTERS) as Format[]

/** GitHub takes paths that are relative to the repository, also from a command that runs in a folder of it. */
function inWorkspace(report: Reporter): Reporter {
  return (results, context, options) => {
    const { cwd, env } = context
    const root = env['GITHUB_WORKSPACE'] ?? cwd
    const isBelow = !/^$|^\.\.|^\//.test(relativePath(root, cwd))
    const inRoot = (file: string): string => (file === '-' ? file : pathInside(root, resolve(cwd, file)))
    const moved = results.map((result) => ({ ...result, file: inRoot(result.file) }))
    report(isBelow ? moved : results, context, options)
  }
}
