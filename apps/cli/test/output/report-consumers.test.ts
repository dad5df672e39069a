import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' }
import Ajv from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import type { Log } from 'sarif'
import { parse } from 'test-results-parser'
import { validateXML } from 'xmllint-wasm'

import type { Format } from '../../src/reporters/reporters.ts'
import type { CodeQualityEntry } from '../support/code-quality-entry.ts'
import { repository, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const codePoints = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))

/** Text that a format must escape, or that its readers refuse or change. */
const text = [
  ...codePoints(0x00, 0x20),
  ...codePoints(0x7f, 0xa0),
  ...['\u00ad', '\u200b', '\u2028', '\u2029', '\u202e', '\ufeff', '\ufffe', '\uffff'],
  ...['😀', '👩‍👧', '\u{1fffe}', '\u{10ffff}', '\ud800', '\udfff'],
  ...['<b>', '&amp;', '&#0;', ']]>', '<!--', '"', "'", '\\', '%0A', '::error::', '__proto__', '`[a](b)`'],
].join('')
const name = 'a b&"<é😀%\u0007\n\u001b[31m.json'

const cwd = temporaryDirectory()
for (const [from, to] of [
  ['valid/finding.v1.json', 'valid.json'],
  ['broken/finding.v1.several-violations.json', 'broken.json'],
] as const)
  copyFileSync(join(repository, 'docs/examples', from), join(cwd, to))
writeFileSync(join(cwd, name), JSON.stringify({ schema: text, [text]: text, evidence: [{ [text]: 1 }] }))
writeFileSync(join(cwd, 'syntax.json'), `{'schema': "finding.v1", "${text}": 1, 😀\u0000`)
writeFileSync(join(cwd, 'repeated.json'), '{"x": 1, "x": 2, "x": 3}')
writeFileSync(join(cwd, 'bytes.json'), Buffer.from([0x7b, 0xff, 0xfe, 0x80]))
writeFileSync(join(cwd, 'many.json'), JSON.stringify({ evidence: Array.from({ length: 5000 }, () => 1) }))

interface Run {
  readonly args: readonly string[]
  readonly status: number
  /** Of each file, in the order of the report. */
  readonly outcomes: readonly Outcome[]
}
type Outcome = 'valid' | 'invalid' | 'unread'

const runs: [title: string, run: Run][] = [
  ['valid artifacts', { args: ['valid.json'], status: 0, outcomes: ['valid'] }],
  [
    'violations with every kind of text',
    { args: ['valid.json', 'broken.json', name], status: 1, outcomes: ['valid', 'invalid', 'invalid'] },
  ],
  ['equal violations', { args: ['repeated.json'], status: 1, outcomes: ['invalid'] }],
  ['syntax errors', { args: ['syntax.json', 'bytes.json'], status: 1, outcomes: ['invalid', 'invalid'] }],
  ['more violations than are listed', { args: ['many.json'], status: 1, outcomes: ['invalid'] }],
  [
    'files that cannot be read',
    { args: ['valid.json', `no ${name}`], status: 2, outcomes: ['valid', 'unread'] },
  ],
  ['no files', { args: ['--no-error-on-unmatched', 'none/*.json'], status: 0, outcomes: [] }],
]

async function report(format: Format, { args, status }: Run): Promise<string> {
  const result = await workbench(['validate', 'finding.v1', '--format', format, ...args], { cwd })
  expect(result.status).toBe(status)
  return result.stdout
}

const count = ({ outcomes }: Run, counted: Outcome) => outcomes.filter((other) => other === counted).length

describe('workbench validate --format sarif', () => {
  // A pattern of the schema is not a regular expression with the flag `u`.
  const ajv = new Ajv.default({ allErrors: true, strict: false, unicodeRegExp: false })
  addFormats.default(ajv)
  const validate = ajv.compile<Log>(sarifSchema)

  it.each(runs)('prints a log that the schema of OASIS accepts: %s', async (_, run) => {
    const log: unknown = JSON.parse(await report('sarif', run))
    if (!validate(log)) throw new Error(ajv.errorsText(validate.errors))
    const results = log.runs[0]?.results ?? []
    const files = results.map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation?.uri)
    expect(new Set(files).size).toBe(count(run, 'invalid'))
  })
})

describe('workbench validate --format junit', () => {
  /** Readers find the line in the trace. */
  const testCases = {
    valid: { status: 'PASS', failure: /^$/, trace: /^$/ },
    invalid: { status: 'FAIL', failure: /^\S/, trace: / \(.+:\d+:\d+\)$/ },
    unread: { status: 'FAIL', failure: /^could not be validated: /, trace: /^no such file$/ },
  }

  it.each(runs)('prints XML that libxml2 accepts: %s', async (_, run) => {
    const { errors } = await validateXML({ xml: await report('junit', run), normalization: 'format' })
    expect(errors).toEqual([])
  })

  it.each(runs)('prints a report that a reader of test results understands: %s', async (_, run) => {
    const file = join(temporaryDirectory(), 'report.xml')
    writeFileSync(file, await report('junit', run))
    const { suites, ...totals } = parse({ type: 'junit', files: [file] })
    const [passed, failed, errors] = [count(run, 'valid'), count(run, 'invalid'), count(run, 'unread')]
    expect(totals).toMatchObject({ total: run.outcomes.length, passed, failed, errors, duration: 0 })
    const cases = suites.flatMap((suite) => suite.cases)
    for (const [index, outcome] of run.outcomes.entries()) {
      const { status, failure, trace } = testCases[outcome]
      expect(cases[index]).toMatchObject({ status, duration: 0 })
      expect(cases[index]?.failure).toMatch(failure)
      expect(cases[index]?.stack_trace).toMatch(trace)
    }
  })
})

// GitLab validates each entry with a schema that no package has, reads no more after one that is invalid, and keeps one entry a
// fingerprint. These are its rules and the stricter ones of its documentation:
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
describe('workbench validate --format gitlab', () => {
  it.each(runs)('prints what the documentation of GitLab requires: %s', async (_, run) => {
    const entries = JSON.parse(await report('gitlab', run)) as CodeQualityEntry[]
    for (const { description, check_name: check, fingerprint, severity, location } of entries) {
      for (const text of [description, check, fingerprint]) expect(text).toMatch(/^\S.*$/)
      expect(['info', 'minor', 'major', 'critical', 'blocker']).toContain(severity)
      expect(location.path).toMatch(/^[^./]/)
      expect(Number.isInteger(location.lines.begin) && location.lines.begin > 0).toBe(true)
    }
    expect(new Set(entries.map(({ fingerprint }) => fingerprint)).size).toBe(entries.length)
    const invalidOrUnread = count(run, 'invalid') + count(run, 'unread')
    expect(new Set(entries.map(({ location }) => location.path)).size).toBe(invalidOrUnread)
  })
})
