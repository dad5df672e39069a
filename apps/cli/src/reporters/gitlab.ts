import { escapeText } from '@workbench/contracts'
import { digestOf } from '@workbench/workspace'

import { toJson } from '../output/write.ts'
import { pathInside } from '../paths.ts'
import { describeMore, formatViolation, type Reporter } from './reporter.ts'

interface Problem {
  readonly file: string
  readonly line?: number | undefined
  readonly keyword: string
  readonly message: string
  readonly severity?: 'major' | 'blocker'
}

/**
 * Prints a Code Quality report of GitLab CI: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 * A file that could not be validated is a blocker.
 */
export const reportToGitlab: Reporter = (results, { stdout, cwd }) => {
  const counts = new Map<string, number>()
  const entries = results.flatMap((result) => {
    const { file, violations, error } = result
    if (error !== undefined)
      return [
        toEntry({
          file,
          keyword: 'unread',
          message: `could not be validated: ${error}`,
          severity: 'blocker',
        }),
      ]
    return [
      ...violations.map((violation) =>
        toEntry({
          file,
          line: violation.line,
          keyword: violation.keyword,
          message: formatViolation(violation),
        }),
      ),
      ...describeMore(result).map((text) => toEntry({ file, keyword: 'more', message: text })),
    ]
  })
  stdout.write(`${toJson(entries)}\n`)

  function toEntry({ file: name, line = 1, keyword, message, severity = 'major' }: Problem) {
    // GitLab takes only paths that are relative to the repository, which is assumed to be the current directory.
    const file = pathInside(cwd, name)
    return {
      description: escapeText(message),
      check_name: keyword,
      fingerprint: fingerprintOf([file, keyword, message].join('\n')),
      severity,
      location: { path: file, lines: { begin: line } },
    }
  }

  /** Does not contain the line, so that a violation that moves is the same. Must be unique in the report. */
  function fingerprintOf(text: string): string {
    const count = counts.get(text) ?? 0
    counts.set(text, count + 1)
    return digestOf(`${text}\n${count}`)
  }
}
