import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { formatViolations, openContracts, type Violation } from '@workbench/contracts'

import {
  brokenFinding,
  program,
  projectWith,
  repository,
  type RunOptions,
  truncatedReview,
  validFinding,
  written,
} from '@workbench/test-support/hook'

import { runHook } from './run-hook.ts'

/** Agents shorten longer output. */
const LIMIT = 10_000

const contracts = openContracts({ directory: join(repository, 'schemas') })

function violationsOf(schema: string, text: string): readonly Violation[] {
  const verdict = contracts.get(schema).validateText(text)
  if (verdict.valid) throw new Error('Expected violations')
  return verdict.violations
}

/** Standard error of the hook for a written file of this content. */
const messageFor = async (content: string, path = 'a.json', options: RunOptions = {}): Promise<string> => {
  const root = projectWith({ [path]: content })
  const { status, stderr } = await runHook(written(path, { cwd: root }), options)
  expect(status).toBe(2)
  return stderr
}

const finding = JSON.parse(validFinding) as Record<string, unknown>

describe('the message of the hook', () => {
  it.each([
    ['several violations', 'finding.v1', brokenFinding],
    ['a truncated artifact', 'review.v1', truncatedReview],
    ['a missing member', 'finding.v1', '{ "schema": "finding.v1", "producedBy": "x" }'],
    ['a repeated member', 'finding.v1', brokenFinding.replace('{', '{ "id": "x",')],
  ])('contains each violation as formatViolations() prints it: %s', async (_, schema, content) => {
    const [heading, ...lines] = (await messageFor(content)).trimEnd().split('\n')
    const failure = schema === 'review.v1' ? 'is not valid JSON' : `failed validation against ${schema}`
    const violations = violationsOf(schema, content)
    const count = violations.length === 1 ? 'this violation' : `these ${violations.length} violations`
    expect(heading).toBe(`workbench: a.json ${failure}; fix ${count} and write the file again:`)
    const expected = violations.map((violation) => formatViolations([violation]))
    expect(lines).toEqual(expected)
  })

  it('lists the violations in the order of the document, as the command does', async () => {
    const { failureScenario: _, ...rest } = finding
    const text = JSON.stringify({ ...rest, severity: 'blocker' }, null, 2).replace('{', '{\n  "id": "twice",')
    const [, ...lines] = (await messageFor(text)).split('\n')
    const pointers = lines.filter((line) => line.startsWith('/')).map((line) => line.split(' ')[0])
    expect(pointers).toEqual(violationsOf('finding.v1', text).map(({ path }) => path))
    expect(pointers).toEqual(['/failureScenario', '/id', '/severity'])
  })

  it('is shorter than the limit for 5,000 violations, and counts those that it omits', async () => {
    const evidence = Array.from({ length: 5000 }, () => ({ kind: 'rumour', ref: 'x' }))
    const text = JSON.stringify({ ...finding, evidence })
    const message = await messageFor(text)
    expect(message.length).toBeLessThan(LIMIT)
    expect(message).toMatch(/^\/evidence\/0\/kind \(line 1, column \d+\): Expected one of/m)
    const shown = message.match(/^\//gm)?.length ?? 0
    expect(message).toContain(`… and at least ${5000 - shown} more violations`)
  })

  it('is shorter than the limit if the pointers are long', async () => {
    const long = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${'n'.repeat(2000)}${n}`, 1]))
    const message = await messageFor(JSON.stringify({ ...finding, ...long }))
    expect(message.length).toBeLessThan(LIMIT)
    expect(message).toContain('a.json failed validation against finding.v1')
    expect(message).toMatch(/^\/n+…n+0 /m)
  })

  it('is shorter than the limit if one pointer alone is longer', async () => {
    const message = await messageFor(JSON.stringify({ ...finding, ['n'.repeat(20_000)]: 1 }))
    expect(message.length).toBeLessThan(LIMIT)
    expect(message).toContain('a.json')
    expect(message).toContain('Unexpected member')
  })

  it('is shorter than the limit if the path of the file is long', async () => {
    const name = `${Array.from({ length: 15 }, () => 'd'.repeat(240)).join('/')}/a.json`
    const root = projectWith({ [name]: brokenFinding })
    const { status, stderr } = await runHook(written(name, { cwd: root }))
    expect(status).toBe(2)
    expect(stderr.length).toBeLessThan(LIMIT)
    expect(stderr).toContain('/effortHours')
  })

  it.each([
    [
      'PostToolUse',
      (root: string, names: string[]) => written('', { cwd: root, tool_input: { files: names } }),
    ],
    ['Stop', (root: string) => JSON.stringify({ hook_event_name: 'Stop', cwd: root })],
  ])(
    'is shorter than the limit for 300 invalid files, and counts the files that it omits: %s',
    async (_, eventOf) => {
      const names = Array.from({ length: 300 }, (_, n) => `.workbench/blackboard/w1/agent-${n}.json`)
      const root = projectWith(Object.fromEntries(names.map((name) => [name, brokenFinding])))
      const event = eventOf(root, names)
      const { status, stderr } = await runHook(event, { cwd: root })
      expect(status).toBe(2)
      expect(stderr.length).toBeLessThan(LIMIT)
      const shown = stderr.match(/^workbench: \S+\.json /gm) ?? []
      expect(shown.length).toBeGreaterThan(3)
      expect(stderr).toContain(`workbench: … and ${300 - shown.length} more files are invalid`)
    },
  )
})

describe('the command in the message of the hook', () => {
  const broken = validFinding.replace('"critical"', '"Critical"')

  it('fixes the artifact if all its violations have a fix', async () => {
    expect(broken).not.toBe(validFinding)
    const command = (await messageFor(broken, 'a.json', { program })).trimEnd().split('\n').at(-1) ?? ''
    expect(command).toMatch(/^node '.*fix\.cjs' '.*a\.json'$/)
    expect(spawnSync('bash', ['--norc', '-c', command], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
    expect(readFileSync(/'([^']*)'$/.exec(command)?.[1] ?? '', 'utf8')).toBe(validFinding)
  })

  it('fixes a misspelt schema', async () => {
    const misspelt = validFinding.replace('"finding.v1"', '"Finding_V1"')
    const message = await messageFor(misspelt, '.workbench/blackboard/w1/a.json', { program })
    expect(message).toContain('names no known contract')
    const command = message.trimEnd().split('\n').at(-1) ?? ''
    expect(spawnSync('bash', ['--norc', '-c', command], { encoding: 'utf8' }).stdout).toContain(
      'is a valid finding.v1 now',
    )
  })

  it('is absent if a violation has no fix', async () => {
    expect(await messageFor(brokenFinding)).not.toContain('fix.cjs')
  })
})
