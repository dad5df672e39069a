import { escapeText, pluralize } from '@workbench/contracts'

import { writeText } from '../output/write.ts'
import {
  describeMore,
  formatViolation,
  moreOf,
  type Reporter,
  type Result,
  violationsOf,
} from './reporter.ts'

/**
 * Prints a JUnit XML report, which most CI systems read: https://github.com/testmoapp/junitxml
 * A file is a test case, its violations are one failure, and a file that could not be validated is an error.
 */
export const reportJunit: Reporter = (results, { stdout }) => {
  const errors = results.filter((result) => 'error' in result).length
  const failures = results.filter((result) => violationsOf(result).length > 0).length
  const counts = attributes({ name: 'workbench', tests: results.length, failures, errors })
  writeText(stdout, `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${counts}>\n<testsuite${counts}>\n`)
  for (const result of results) writeText(stdout, testCase(result))
  writeText(stdout, '</testsuite>\n</testsuites>\n')
}

function testCase(result: Result): string {
  const { file, schema = 'artifact' } = result
  const start = `<testcase${attributes({ name: file, classname: schema, file })}`
  if ('error' in result)
    return `${start}>${element('error', 'could not be validated', result.error)}</testcase>\n`
  const violations = violationsOf(result)
  if (violations.length === 0) return `${start}/>\n`
  const more = moreOf(result)
  const lines = violations.map((violation) => {
    const { line, column } = violation
    return `${line === undefined || column === undefined ? '' : `${line}:${column}: `}${formatViolation(violation)}`
  })
  const count = `${more > 0 ? 'at least ' : ''}${pluralize(violations.length + more, 'violation')}`
  return `${start}>${element('failure', count, ...lines, ...describeMore(result))}</testcase>\n`
}

const element = (name: string, message: string, ...lines: readonly string[]): string =>
  `<${name}${attributes({ message, type: name })}>${lines.map(escapeXml).join('\n')}</${name}>`

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')

/** XML cannot contain U+FFFE and U+FFFF in any form; `escapeText()` escapes the control characters. */
const escapeXml = (text: string): string =>
  escapeText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\ufffe\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`)
