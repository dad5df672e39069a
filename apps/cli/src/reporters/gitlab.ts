import type * as Crypto from 'node:crypto'
import { createRequire } from 'node:module'

import { escapeText, pluralize } from '@workbench/contracts'

import type { CommandContext } from '../context.ts'
import { toJson } from '../output/write.ts'
import { formatViolation, moreOf, type Reporter, violationsOf } from './reporter.ts'

/**
 * Prints a Code Quality report of GitLab CI: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 * A file that could not be validated is a blocker.
 */
export function gitlabReporter({ stdout }: CommandContext): Reporter {
  // An import would load the module at each start of the command, in any format.
  const { createHash } = createRequire(import.meta.url)('node:crypto') as typeof Crypto
  const counts = new Map<string, number>()
  let prefix = '['
  return {
    add(result) {
      const { file } = result
      if ('error' in result) print(file, 1, 'unread', `could not be validated: ${result.error}`, 'blocker')
      for (const { path, keyword, message, line = 1 } of violationsOf(result))
        print(file, line, keyword, formatViolation({ path, message }), 'major')
      const more = moreOf(result)
      if (more > 0) print(file, 1, 'more', `… and at least ${pluralize(more, 'more violation')}`, 'major')
    },
    end() {
      stdout.write(`${prefix === '[' ? '[' : ''}]\n`)
    },
  }

  function print(file: string, line: number, keyword: string, message: string, severity: string): void {
    const entry = {
      description: escapeText(message),
      check_name: keyword,
      fingerprint: fingerprintOf([file, keyword, message].join('\n')),
      severity,
      location: { path: file.replace(/^\.\//, ''), lines: { begin: line } },
    }
    stdout.write(`${prefix}${toJson(entry)}`)
    prefix = ','
  }

  /** Does not contain the line, so that a violation that moves is the same. Must be unique in the report. */
  function fingerprintOf(text: string): string {
    const count = counts.get(text) ?? 0
    counts.set(text, count + 1)
    return createHash('sha256').update(`${text}\n${count}`).digest('hex')
  }
}
