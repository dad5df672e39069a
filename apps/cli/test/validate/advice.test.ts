import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { repository, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** The example of a contract with other texts, because those of the example get advice. */
const example = (id: string): Record<string, unknown> =>
  JSON.parse(
    readFileSync(join(repository, 'docs/examples/valid', `${id}.json`), 'utf8'),
    (_name, value: unknown) =>
      typeof value === 'string' && value.includes(' ') ? `Own${value.slice(3)}` : value,
  ) as Record<string, unknown>

const RISK = '.workbench/blackboard/w1/analyst.json'
const HANDOFF = '.workbench/blackboard/w1/lead.json'

/** A project with a risk whose exposure is wrong, and a valid handoff that claims a file that does not exist. */
function project(): string {
  const root = temporaryDirectory()
  const write = (file: string, artifact: object) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), JSON.stringify(artifact))
  }
  write(RISK, { ...example('risk.v1'), probability: 0.5, impactEur: 100, exposureEur: 1 })
  const artifacts = [
    { path: RISK, schema: 'risk.v1' },
    { path: 'no\u001b[31m.json', schema: 'risk.v1' },
  ]
  write(HANDOFF, { ...example('handoff.v1'), artifacts })
  return root
}

const ADVICE = `${RISK}: advice: /exposureEur: Expected probability × impactEur = 50; received 1`

describe('workbench validate', () => {
  it('prints advice on a valid artifact, which does not change the exit status', async () => {
    const result = await workbench(['validate', RISK], { cwd: project() })
    expect(result).toEqual({
      status: 0,
      stdout: `${ADVICE}\n${RISK} is a valid risk.v1\n`,
      stderr: '',
    })
  })

  it('prints advice on a text of which JSON has lost a backslash', async () => {
    const cwd = temporaryDirectory()
    const text = JSON.stringify({ ...example('finding.v1'), summary: 'FORMULA' })
    writeFileSync(
      join(cwd, 'f.json'),
      text.replace('FORMULA', String.raw`at most \frac{n}{2} and 3 \times n`),
    )
    const { status, stdout } = await workbench(['validate', 'f.json'], { cwd })
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: String.raw`f.json: advice: /summary: The text has a form feed before "rac", which JSON reads from \frac; if \frac is meant, write \\frac
f.json is a valid finding.v1
`,
    })
  })

  it('lists advice in JSON, as path, rule and message', async () => {
    const advice = [
      {
        path: '/exposureEur',
        rule: 'exposure',
        message: 'Expected probability × impactEur = 50; received 1',
      },
    ]
    const cwd = project()
    const { stdout } = await workbench(['validate', 'risk.v1', RISK, '--format', 'json'], { cwd })
    expect(JSON.parse(stdout)).toMatchObject({ valid: true, results: [{ valid: true, advice }] })
    const lines = await workbench(['validate', '--ndjson', RISK], { cwd })
    expect(JSON.parse(lines.stdout)).toMatchObject({ line: 1, valid: true, advice })
  })

  it('decides from the bytes and the contract alone: a handoff is valid that claims what is not there', async () => {
    for (const args of [[HANDOFF], ['handoff.v1', HANDOFF]])
      expect(await workbench(['validate', ...args], { cwd: project() })).toMatchObject({ status: 0 })
  })

  it('shows the present state of deliverables with --deliverables, which does not change the exit status', async () => {
    const { status, stdout } = await workbench(['validate', HANDOFF, '--deliverables'], { cwd: project() })
    expect(status).toBe(0)
    expect(stdout).toContain(`${HANDOFF}: advice: /artifacts/1/path: `)
    expect(stdout).toContain('does not exist')
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toContain(`${HANDOFF} is a valid handoff.v1\n`)
  })
})

describe('workbench validate --evidence', () => {
  const files = { 'src/a.ts': 'const one = 1\nconst two = 2\n' }
  const cite = (ref: string, excerpt?: string) => ({
    ...example('finding.v1'),
    ...{ location: undefined, evidence: [{ kind: 'file', ref, excerpt }] },
  })
  const run = async (artifact: object, ...args: string[]) => {
    const cwd = temporaryDirectory()
    mkdirSync(join(cwd, '.git'))
    for (const [file, text] of Object.entries({ ...files, 'f.json': JSON.stringify(artifact) })) {
      mkdirSync(dirname(join(cwd, file)), { recursive: true })
      writeFileSync(join(cwd, file), text)
    }
    return workbench(['validate', 'f.json', ...args], { cwd })
  }

  it.each([
    ['another file', cite('src/b.ts'), '/evidence/0/ref: The project has no file "src/b.ts"'],
    [
      'a line beyond the end',
      cite('src/a.ts:40'),
      '/evidence/0/ref: "src/a.ts" has 2 lines; received line 40',
    ],
    [
      'an invented excerpt',
      cite('src/a.ts:2', 'const three = 3'),
      '/evidence/0/excerpt: The excerpt is not in',
    ],
    ['another line', cite('src/a.ts:1', 'const two = 2'), 'but at line 2; write "src/a.ts:2"'],
  ])('advises on %s, which does not change the exit status', async (_, artifact, message) => {
    const { status, stdout } = await run(artifact, '--evidence')
    expect(status).toBe(0)
    expect(stdout).toContain('f.json: advice: ')
    expect(stdout).toContain(message)
    expect(stdout).toContain('f.json is a valid finding.v1\n')
    expect((await run(artifact)).stdout).toBe('f.json is a valid finding.v1\n')
  })

  it('says nothing of evidence that the project has', async () => {
    const { stdout } = await run(cite('./src/a.ts#L2', 'const two = 2'), '--evidence')
    expect(stdout).toBe('f.json is a valid finding.v1\n')
  })
})

describe('workbench board', () => {
  it('counts the advice on an artifact in its state', async () => {
    const { stdout } = await workbench(['board'], { cwd: project() })
    expect(stdout).toContain('valid, advice: 1')
  })

  it('lists advice with --check', async () => {
    const cwd = project()
    const { status, stdout } = await workbench(['board', '--check'], { cwd })
    expect(status).toBe(0)
    expect(stdout).toContain(`${RISK} (risk.v1):\n  advice: /exposureEur: Expected`)
    const json = await workbench(['board', '--check', '--format', 'json'], { cwd })
    expect(JSON.parse(json.stdout)).toMatchObject({
      valid: true,
      invalid: [],
      advised: [
        { path: RISK, advice: [{ rule: 'exposure' }] },
        { path: HANDOFF, advice: [{ path: '/artifacts/1/path' }] },
      ],
    })
  })
})
