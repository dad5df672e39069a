import { join } from 'node:path'

import { formatViolations, openContracts, type Violation } from '@workbench/contracts'

import {
  brokenFinding,
  projectWith,
  repository,
  runHook,
  truncatedReview,
  validFinding,
  write,
  written,
} from './hook.ts'

/** Agents cut what is longer. */
const LIMIT = 10_000

const contracts = openContracts({ directory: join(repository, 'schemas') })

function violationsOf(schema: string, text: string): readonly Violation[] {
  const verdict = contracts.get(schema).validateText(text)
  if (verdict.valid) throw new Error('Expected violations')
  return verdict.violations
}

/** What the hook says about a file of this content. */
const saidAbout = async (content: string): Promise<string> => {
  const root = projectWith({ 'a.json': content })
  const { status, stderr } = await runHook(written('a.json', { cwd: root }))
  expect(status).toBe(2)
  return stderr
}

const finding = JSON.parse(validFinding) as Record<string, unknown>

describe('the text of the hook', () => {
  it.each([
    ['several faults', 'finding.v1', brokenFinding],
    ['half an artifact', 'review.v1', truncatedReview],
    ['a member that is missing', 'finding.v1', '{ "schema": "finding.v1", "producedBy": "x" }'],
    ['a repeated member', 'finding.v1', brokenFinding.replace('{', '{ "id": "x",')],
  ])('is made of the violations of the library: %s', async (_, schema, content) => {
    const [heading, ...lines] = (await saidAbout(content)).trimEnd().split('\n')
    expect(heading).toBe(
      `workbench: a.json ${content.startsWith('{') && schema === 'review.v1' ? 'is not JSON' : `breaks its contract ${schema}`} and goes back to you; mend it and write it again:`,
    )
    const expected = violationsOf(schema, content).map((violation) => formatViolations([violation]))
    expect([...lines].sort()).toEqual([...expected].sort())
  })

  it('puts what keeps the artifact from being read first, then what is missing', async () => {
    const { failureScenario: _, ...rest } = finding
    const text = JSON.stringify({ ...rest, severity: 'blocker' }, null, 2).replace('{', '{\n  "id": "twice",')
    const [, ...lines] = (await saidAbout(text)).split('\n')
    const pointers = lines.filter((line) => line.startsWith('/')).map((line) => line.split(' ')[0])
    expect(pointers).toEqual(['/id', '/failureScenario', '/severity'])
  })

  it('stays under the limit with 5,000 violations, and counts those that it leaves out', async () => {
    const evidence = Array.from({ length: 5000 }, () => ({ kind: 'rumour', ref: 'x' }))
    const text = JSON.stringify({ ...finding, evidence })
    const said = await saidAbout(text)
    expect(said.length).toBeLessThan(LIMIT)
    expect(said).toMatch(/^\/evidence\/0\/kind \(line 1, column \d+\): Expected one of/m)
    const shown = said.match(/^\//gm)?.length ?? 0
    expect(said).toContain(`… and ${5000 - shown} more violations`)
  })

  it('stays under the limit where the violations are at the end of long pointers', async () => {
    const long = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${'n'.repeat(2000)}${n}`, 1]))
    const said = await saidAbout(JSON.stringify({ ...finding, ...long }))
    expect(said.length).toBeLessThan(LIMIT)
    expect(said).toContain('a.json breaks its contract finding.v1')
    expect(said).toMatch(/^\/n+…n+0 /m)
  })

  it('names the file where one pointer alone is longer than the limit', async () => {
    const said = await saidAbout(JSON.stringify({ ...finding, ['n'.repeat(20_000)]: 1 }))
    expect(said.length).toBeLessThan(LIMIT)
    expect(said).toContain('a.json')
    expect(said).toContain('Unexpected member')
  })

  it('stays under the limit where the path is long', async () => {
    const name = `${Array.from({ length: 15 }, () => 'd'.repeat(240)).join('/')}/a.json`
    const root = projectWith({ [name]: brokenFinding })
    const { status, stderr } = await runHook(written(name, { cwd: root }))
    expect(status).toBe(2)
    expect(stderr.length).toBeLessThan(LIMIT)
    expect(stderr).toContain('/effortHours')
  })

  it.each([
    [
      'in one event',
      (root: string, names: string[]) => written('', { cwd: root, tool_input: { files: names } }),
    ],
    ['in a sweep', (root: string) => JSON.stringify({ hook_event_name: 'Stop', cwd: root })],
  ])(
    'stays under the limit with 300 broken files, the worst first, and counts the rest: %s',
    async (_, eventOf) => {
      const names = Array.from({ length: 300 }, (_, n) => `.workbench/blackboard/w1/agent-${n}.json`)
      const root = projectWith(Object.fromEntries(names.map((name) => [name, brokenFinding])))
      const worst = '.workbench/blackboard/w9/half.json'
      const event = eventOf(projectHalf(root, worst), [...names, worst])
      const { status, stderr } = await runHook(event, { cwd: root })
      expect(status).toBe(2)
      expect(stderr.length).toBeLessThan(LIMIT)
      const shown = stderr.match(/^workbench: \S+\.json /gm) ?? []
      expect(shown[0]).toBe(`workbench: ${worst} `)
      expect(shown.length).toBeGreaterThan(3)
      expect(stderr).toContain(`workbench: … and ${301 - shown.length} more files go back to you`)
    },
  )
})

function projectHalf(root: string, name: string): string {
  write(join(root, name), truncatedReview)
  return root
}
