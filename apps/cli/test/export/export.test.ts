import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' }
import { sarifToMarkdown } from '@security-alert/sarif-to-markdown'
import Ajv from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import type { Log } from 'sarif'

import { workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const finding = (members: object): object => ({
  ...{ schema: 'finding.v1', producedBy: 'auditor', id: 'F-1', severity: 'critical', confidence: 'high' },
  ...{ title: 'Query is built from a parameter', summary: 'The name is inserted into the statement.' },
  ...{ failureScenario: 'A caller sends a quote, and reads every row.', ...members },
})

const INJECTION = finding({
  ...{ category: 'security', standard: 'CWE-89', location: { file: './src/my query.ts', line: 12 } },
  evidence: [{ kind: 'file', ref: 'src/my query.ts:12', excerpt: 'db.query(\n  `… ${name}`)' }],
})
/** With every kind of text that a format must escape. */
const HOSTILE = finding({
  ...{ id: 'F-2', severity: 'low', title: '<img src=x> | `[a](b)` @all %0A::error::', category: 'a,b:c' },
  summary: 'first\nsecond \u001b[31m \u2028 \ud800',
})
const REFUTED = finding({ id: 'F-3', title: 'Already refuted', verdict: 'refuted' })
const REVIEW = {
  ...{ schema: 'review.v1', producedBy: 'reviewer', target: 'main', dimension: 'security', verdict: 'block' },
  ...{ summary: 'Two findings, one of them critical.', findings: [HOSTILE, REFUTED] },
}

function project(files: Readonly<Record<string, object>> = {}): string {
  const root = temporaryDirectory()
  const all = { 'w1/finding.json': INJECTION, 'w1/review.json': REVIEW, ...files }
  for (const [name, artifact] of Object.entries(all)) {
    const path = join(root, '.workbench/blackboard', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(artifact))
  }
  return root
}

const exportAs = (format: string, cwd = project()) =>
  workbench(['export', '.workbench', '--format', format], { cwd })

function logOf(stdout: string) {
  const [run] = (JSON.parse(stdout) as Log).runs
  const results = (run?.results ?? []).map(({ message, locations = [], partialFingerprints }) => ({
    text: message.text ?? '',
    uri: locations[0]?.physicalLocation?.artifactLocation?.uri,
    snippet: locations[0]?.physicalLocation?.region?.snippet,
    fingerprint: partialFingerprints?.['findingHash/v1'],
  }))
  return { rules: run?.tool.driver.rules ?? [], results }
}

describe('workbench export', () => {
  it('prints SARIF that the schema of OASIS accepts and a reader understands', async () => {
    // A pattern of the schema is not a regular expression with the flag `u`.
    const ajv = new Ajv.default({ allErrors: true, strict: false, unicodeRegExp: false })
    addFormats.default(ajv)
    const validate = ajv.compile<Log>(sarifSchema)
    const { status, stdout, stderr } = await exportAs('sarif')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const log: unknown = JSON.parse(stdout)
    if (!validate(log)) throw new Error(ajv.errorsText(validate.errors))
    const [injection, hostile, ...others] = log.runs[0]?.results ?? []
    expect(others).toEqual([])
    expect(injection).toMatchObject({
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'src/my%20query.ts' },
            region: { startLine: 12, snippet: { text: 'db.query(\n  `… ${name}`)' } },
          },
        },
      ],
    })
    const rules = log.runs[0]?.tool.driver.rules ?? []
    expect(rules.find(({ id }) => id === injection?.ruleId)).toMatchObject({
      helpUri: 'https://cwe.mitre.org/data/definitions/89.html',
      properties: { 'security-severity': '9.5' },
    })
    expect(hostile?.level).toBe('note')
    expect(hostile?.message.text).toContain('first\nsecond \\u001b[31m')
    expect(hostile?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe(
      '.workbench/blackboard/w1/review.json',
    )
    const reader = sarifToMarkdown({
      ...{ owner: 'owner', repo: 'repository', branch: 'main', sourceRoot: '', title: 'Findings' },
      ...{ severities: ['error'], failOn: ['error'] },
    })
    const [report] = reader(log)
    expect(report).toMatchObject({ hasMessages: true, shouldFail: true })
    expect(report?.body).toContain('/blob/main/src/my%20query.ts#L12')
  })

  it('gives a finding the same fingerprint if its line and its summary change', async () => {
    const fingerprintsIn = async (members: object) => {
      const { stdout } = await exportAs('sarif', project({ 'w1/finding.json': { ...INJECTION, ...members } }))
      return (JSON.parse(stdout) as Log).runs[0]?.results?.map(
        ({ partialFingerprints }) => partialFingerprints,
      )
    }
    const before = await fingerprintsIn({})
    const moved = { location: { file: 'src/my query.ts', line: 40 }, summary: 'Said in other words.' }
    expect(await fingerprintsIn(moved)).toEqual(before)
    expect(await fingerprintsIn({ title: 'Another defect' })).not.toEqual(before)
  })

  it('prints SARIF for addresses, paths and repeated titles that programs reject', async () => {
    const review = {
      ...REVIEW,
      findings: [
        finding({ evidence: [{ kind: 'url', ref: 'https://example.org/Größe{a}' }] }),
        finding({ id: 'F-4', location: { file: 'src/\ud800.ts' }, summary: 'See [x](https://example.org).' }),
        finding({ id: 'F-5', location: { file: '.' } }),
        finding({
          ...{ id: 'F-8', location: { file: './b.ts', line: 12 } },
          evidence: [{ kind: 'file', ref: 'b.ts:10-20', excerpt: 'y' }],
        }),
        finding({
          id: 'F-6',
          location: { file: 'a.ts', line: 3 },
          evidence: [{ kind: 'file', ref: 'a.ts:200', excerpt: 'x' }],
        }),
      ],
    }
    const { status, stdout } = await exportAs('sarif', project({ 'w1/review.json': review }))
    expect(status).toBe(0)
    const { rules, results } = logOf(stdout)
    expect(rules.some(({ helpUri }) => helpUri === 'https://example.org/Gr%C3%B6%C3%9Fe%7Ba%7D')).toBe(true)
    expect(results.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(['src/%EF%BF%BD.ts', '.workbench/blackboard/w1/review.json', 'a.ts']),
    )
    expect(results.some(({ text }) => text.includes(String.raw`See \[x](https`))).toBe(true)
    expect(results.find(({ uri }) => uri === 'a.ts')?.snippet).toBeUndefined()
    expect(results.find(({ uri }) => uri === 'b.ts')?.snippet).toEqual({ text: 'y' })
    expect(new Set(results.map(({ fingerprint }) => fingerprint)).size).toBe(results.length)
  })

  it('prints annotations, one in a line', async () => {
    const { status, stdout } = await exportAs('github')
    expect(status).toBe(0)
    const [first = '', second = '', ...rest] = stdout.split('\n')
    expect(rest).toEqual([''])
    expect(first).toBe(
      '::error file=src/my query.ts,line=12,title=critical%3A Query is built from a parameter::The name is inserted into the statement.',
    )
    expect(second).toMatch(/^::notice file=\.workbench\/blackboard\/w1\/review\.json,title=low%3A /)
    expect(second.slice(2)).not.toContain('::error::')
  })

  it('prints a table, the most severe finding first, without markup of the findings', async () => {
    const { status, stdout } = await exportAs('markdown')
    expect(status).toBe(0)
    const [head, , , , first, second, ...rest] = stdout.split('\n')
    expect([head, ...rest]).toEqual(['2 findings', ''])
    expect(first).toMatch(/^\| critical \| \*\*Query is built from a parameter\*\*<br>/)
    expect(second).toContain(String.raw`&lt;img src=x\> \| `)
    expect(second).toContain('first<br>second')
    expect(second).not.toContain('@all')
  })

  it.each(['sarif', 'github', 'markdown'])(
    'exports nothing as %s if an artifact is invalid',
    async (format) => {
      const broken = finding({ severity: 'High' })
      const { status, stdout, stderr } = await exportAs(format, project({ 'w1/broken.json': broken }))
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toMatch(/broken\.json:1:\d+: \/severity: Expected one of/)
    },
  )

  it('exits with 2 if a file cannot be read, and names it', async () => {
    const { status, stdout, stderr } = await workbench(['export', 'none.json'], { cwd: project() })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('none.json')
  })

  it('exits with 2 for an artifact of an own contract with other members, and says what to do', async () => {
    const cwd = project({
      'w1/finding.json': { schema: 'finding.v1', note: 'Own' },
      'w1/review.json': REFUTED,
    })
    const members = { schema: { const: 'finding.v1' }, note: { type: 'string' } }
    const schema = { $id: 'finding.v1.schema.json', type: 'object', properties: members }
    mkdirSync(join(cwd, 'contracts'))
    writeFileSync(join(cwd, 'contracts/finding.v1.schema.json'), JSON.stringify(schema))
    const args = ['export', '.workbench/blackboard/w1/finding.json', '--schemas', 'contracts']
    const { status, stdout, stderr } = await workbench(args, { cwd })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(
      'not under the built-in one, whose members are exported; give that contract another id',
    )
    expect(stderr).not.toContain('internal error')
  })

  it('prints a finding that is longer than a comment, and those after it', async () => {
    const long = finding({ id: 'F-7', remediation: 'x'.repeat(70_000) })
    const { stdout } = await exportAs('markdown', project({ 'w0/long.json': long }))
    expect(stdout).toContain('xxx…')
    expect(stdout).toContain('Query is built from a parameter')
    expect(stdout.length).toBeLessThan(65_536)
  })

  it('says that there are no findings', async () => {
    const empty = project({ 'w1/finding.json': REFUTED, 'w1/review.json': REFUTED })
    expect(await exportAs('markdown', empty)).toEqual({ status: 0, stdout: 'No findings.\n', stderr: '' })
  })
})
