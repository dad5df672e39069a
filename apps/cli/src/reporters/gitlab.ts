import { escapeText } from '@workbench/contracts'
import { digestOf } from '@workbench/workspace'

import { toJson } from '../output/write.ts'
import { pathInside } from '../paths.ts'
import { problemsIn, type Reporter } from './reporter.ts'

/**
 * Prints a Code Quality report of GitLab CI: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 * A file that could not be validated is a blocker.
 */
export const reportToGitlab: Reporter = (results, { stdout, cwd }) => {
  const counts = new Map<string, number>()
  const entries = results.flatMap((result) => {
    const isRead = result.error === undefined
    // GitLab takes only paths that are relative to the repository, which is assumed to be the current directory.
    const file = pathInside(cwd, result.file)
    return problemsIn(result).map(({ line = 1, keyword = isRead ? 'more' : 'unread', message }) => ({
      description: escapeText(message),
      check_name: keyword,
      fingerprint: fingerprintOf([file, keyword, message].join('\n')),
      severity: isRead ? 'major' : 'blocker',
      location: { path: file, lines: { begin: line } },
    }))
  })
  stdout.write(`${toJson(entries)}\n`)

  /** Does not contain the line, so that a violation that moves is the same. Must be unique in the report. */
  function fingerprintOf(text: string): string {
    const count = counts.get(text) ?? 0
    counts.set(text, count + 1)
    return digestOf(`${text}\n${count}`)
  }
}
