import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { brokenFinding, projectWith, runHook, silence, validFact, validFinding, write } from './hook.ts'

const stop = (root: string, change: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ hook_event_name: 'Stop', session_id: 's', cwd: root, stop_hook_active: false, ...change })

const fact = (change: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ ...(JSON.parse(validFact) as object), ...change })

const { id: factId } = JSON.parse(validFact) as { id: string }

describe.each(['Stop', 'SubagentStop', 'AfterAgent'])('on %s, the hook', (hook_event_name) => {
  it('finds what a program wrote', async () => {
    const root = projectWith({
      '.workbench/blackboard/w1/auditor.json': brokenFinding,
      '.workbench/blackboard/w1/planner.json': validFinding,
    })
    const { status, stdout, stderr } = await runHook(stop(root, { hook_event_name }))
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(
      /^workbench: \.workbench\/blackboard\/w1\/auditor\.json breaks its contract finding\.v1/,
    )
    expect(stderr).toContain('/effortHours (line 18, column 18): Expected a number')
    expect(stderr).not.toContain('planner')
  })

  it('says nothing where all is well', async () => {
    const root = projectWith({
      '.workbench/blackboard/w1/auditor.json': validFinding,
      [`.workbench/memory/${factId}.json`]: validFact,
      '.workbench/tmp/left-behind.tmp': '{',
      'config.json': brokenFinding,
    })
    expect(await runHook(stop(root, { hook_event_name }))).toEqual(silence)
  })

  it('says nothing where there is no working area', async () => {
    expect(await runHook(stop(projectWith(), { hook_event_name }))).toEqual(silence)
  })

  it('tells the person who watches, and not the agent again, where the agent goes on because of it', async () => {
    const root = projectWith({ '.workbench/blackboard/w1/auditor.json': brokenFinding })
    const { status, stdout, stderr } = await runHook(stop(root, { hook_event_name, stop_hook_active: true }))
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('/effortHours')
  })
})

describe('the sweep', () => {
  it('sweeps the project of CLAUDE_PROJECT_DIR, wherever the agent is', async () => {
    const root = projectWith({ '.workbench/blackboard/w1/auditor.json': brokenFinding })
    const env = { CLAUDE_PROJECT_DIR: root }
    expect(await runHook(stop(projectWith()), { env })).toMatchObject({ status: 2 })
  })

  it('sweeps from a folder of the project', async () => {
    const root = projectWith({ '.workbench/blackboard/w1/auditor.json': brokenFinding, 'src/a.ts': '' })
    expect(await runHook(stop(join(root, 'src')))).toMatchObject({ status: 2 })
  })

  it.each([
    ['a broken fact', '.workbench/memory/fact-0001.json', fact({ id: 'fact-0001', type: 'idea' })],
    ['half a fact', '.workbench/memory/fact-0001.json', '{ "schema": "fact.v1"'],
    ['an artifact of no contract', '.workbench/blackboard/w1/a.json', '{}'],
    [
      'an artifact of a contract that there is not',
      '.workbench/blackboard/w1/a.json',
      '{ "schema": "x.v1" }',
    ],
    ['a fact on the blackboard', '.workbench/blackboard/w1/a.json', validFact],
    ['another artifact in the place of a fact', '.workbench/memory/fact-0001.json', validFinding],
    ['a file of another name in the memory', '.workbench/memory/notes.json', brokenFinding],
    ['a file that is in no wave', '.workbench/blackboard/auditor.json', brokenFinding],
    ['a file deeper than a wave', '.workbench/blackboard/w1/more/auditor.json', brokenFinding],
    ['a file in the area itself', '.workbench/auditor.json', brokenFinding],
    ['a file whose ending is in capitals', '.workbench/blackboard/w1/AUDITOR.JSON', brokenFinding],
  ])('finds %s', async (_, path, content) => {
    const { status, stderr } = await runHook(stop(projectWith({ [path]: content })))
    expect(status).toBe(2)
    expect(stderr).toContain(path)
  })

  it('says so where it cannot judge', async () => {
    const root = projectWith({ '.workbench/blackboard/w1/auditor.json': validFinding })
    const { status, stderr } = await runHook(stop(root), { env: { WORKBENCH_SCHEMAS: '/nowhere' } })
    expect(status).toBe(2)
    expect(stderr).toContain('it could not be checked: Cannot list the contracts in /nowhere')
  })

  it('says so where one contract is broken', async () => {
    const root = projectWith({
      '.workbench/blackboard/w1/auditor.json': '{ "schema": "memo.v1" }',
      'plugins/workbench-core/schemas/memo.v1.schema.json': '{ "minLength": 1 }',
    })
    const { status, stderr } = await runHook(stop(root))
    expect(status).toBe(2)
    expect(stderr).toContain('memo.v1.schema.json#/minLength')
  })

  it.each([
    ['a link to itself', (path: string) => symlinkSync('auditor.json', path)],
    ['a link to nowhere', (path: string) => symlinkSync('missing.json', path)],
    ['a folder', (path: string) => mkdirSync(path)],
    ['a pipe that nobody writes to', (path: string) => execFileSync('mkfifo', [path])],
  ])('tells of %s, and of the broken artifact beside it', async (_, make) => {
    const root = projectWith({ '.workbench/blackboard/w1/planner.json': brokenFinding })
    make(join(root, '.workbench/blackboard/w1/auditor.json'))
    const { status, stderr } = await runHook(stop(root))
    expect(status).toBe(2)
    expect(stderr).toContain('.workbench/blackboard/w1/auditor.json')
    expect(stderr).toContain('/effortHours')
  })

  it('finds a file that was mended no more', async () => {
    const root = projectWith({ '.workbench/blackboard/w1/auditor.json': brokenFinding })
    expect(await runHook(stop(root))).toMatchObject({ status: 2 })
    write(join(root, '.workbench/blackboard/w1/auditor.json'), validFinding)
    expect(await runHook(stop(root))).toEqual(silence)
  })
})
