import { escapeText } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import { writeText } from '../output/write.ts'
import { describeMore, formatViolation, positionOf, type Reporter, type Result } from './reporter.ts'

/**
 * Prints a JUnit XML report, which most CI systems read: https://github.com/testmoapp/junitxml
 * A file is a test suite with one test case, because the schema of Jenkins has the attribute `file` only for suites. Its
 * violations are one failure, and a file that could not be validated is an error.
 */
export const reportJunit: Reporter = (results, { stdout }) => {
  const errors = results.filter(({ error }) => error !== undefined).length
  const failures = results.filter(({ violations }) => violations.length > 0).length
  const counts = attributes({ name: 'workbench', tests: results.length, failures, errors, time: 0 })
  writeText(stdout, `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${counts}>\n`)
  for (const result of results) writeText(stdout, testSuite(result))
  writeText(stdout, '</testsuites>\n')
}

function testSuite(result: Result): string {
  const { file, schema = 'artifact', error, violations } = result
  const problem =
    error === undefined ? failureOf(result) : element('error', `could not be validated: ${error}`, error)
  const failures = violations.length > 0 ? 1 : 0
  const errors = error === undefined ? 0 : 1
  // Readers print NaN if there is no time.
  const suite = attributes({ name: file, tests: 1, failures, errors, time: 0, file })
  const start = `<testcase${attributes({ name: file, classname: schema, time: 0 })}`
  const testCase = problem === undefined ? `${start}/>` : `${start}>${problem}</testcase>`
  return `<testsuite${suite}>\n${testCase}\n</testsuite>\n`
}

/** Undefined if the artifact is valid. */
function failureOf(result: Result): string | undefined {
  const { file, violations, more = 0 } = result
  const [first] = violations
  if (first === undefined) return undefined
  const others = violations.length - 1 + more
  const rest =
    others === 0 ? '' : ` (and ${more > 0 ? 'at least ' : ''}${pluralize(others, 'more violation')})`
  const lines = violations.map((violation) =>
    [positionOf(violation), formatViolation(violation)].filter(Boolean).join(': '),
  )
  // Readers find the line in a stack trace.
  const trace = `    at ${first.keyword} (${file}:${first.line ?? 1}:${first.column ?? 1})`
  return element('failure', `${formatViolation(first)}${rest}`, ...lines, ...describeMore(result), trace)
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
