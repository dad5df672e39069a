import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import {
  brokenFinding,
  projectWith,
  silence,
  validFact,
  validFinding,
  write,
} from '@workbench/test-support/hook'

import { runHook } from './run-hook.ts'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'

const stop = (root: string, change: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ hook_event_name: 'Stop', session_id: 's', cwd: root, stop_hook_active: false, ...change })

const fact = (change: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ ...(JSON.parse(validFact) as object), ...change })

const { id: factId } = JSON.parse(validFact) as { id: string }

describe.each(['Stop', 'SubagentStop', 'AfterAgent'])('the hook, on %s,', (hook_event_name) => {
  it('rejects an invalid artifact in the working area', async () => {
    const root = projectWith({
      '.workbench/blackboard/w1/auditor.json': brokenFinding,
      '.workbench/blackboard/w1/planner.json': validFinding,
    })
    const { status, stdout, stderr } = await runHook(stop(root, { hook_event_name }))
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(
      /^workbench: \.workbench\/blackboard\/w1\/auditor\.json failed validation against finding\.v1/,
    )
    expect(stderr).toContain('/effortHours (line 18, column 18): Expected a number')
    expect(stderr).not.toContain('planner')
  })

  it('accepts a working area without invalid artifacts', async () => {
    const root = projectWith({
      '.workbench/blackboard/w1/auditor.json': validFinding,
      [`.workbench/memory/${factId}.json`]: validFact,
      '.workbench/tmp/left-behind.tmp': '{',
      'config.json': brokenFinding,
    })
    expect(await runHook(stop(root, { hook_event_name }))).toEqual(silence)
  })

  it('accepts a project without a working area', async () => {
    expect(await runHook(stop(projectWith(), { hook_event_name }))).toEqual(silence)
  })

  it('exits with 1, which does not block, if a stop hook already blocked the previous stop', async () => {
    const root = projectWith({ '.workbench/blackboard/w1/auditor.json': brokenFinding })
    const { status, stdout, stderr } = await runHook(stop(root, { hook_event_name, stop_hook_active: true }))
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('/effortHours')
  })
})

describe('the hook, on Stop,', () => {
  it('validates the project of CLAUDE_PROJECT_DIR from a folder of no project', async () => {
    const root = projectWith({ '.workbench/blackboard/w1/auditor.json': brokenFinding })
    const env = { CLAUDE_PROJECT_DIR: root }
    expect(await runHook(stop(temporaryFolder()), { env })).toMatchObject({ status: 2 })
  })

  it('validates the whole project from one of its folders', async () => {
    const root = projectWith({ '.workbench/blackboard/w1/auditor.json': brokenFinding, 'src/a.ts': '' })
    expect(await runHook(stop(join(root, 'src')))).toMatchObject({ status: 2 })
  })

  it.each([
    ['an invalid fact', '.workbench/memory/fact-0001.json', fact({ id: 'fact-0001', type: 'idea' })],
    ['a truncated fact', '.workbench/memory/fact-0001.json', '{ "schema": "fact.v1"'],
    ['an artifact without a schema', '.workbench/blackboard/w1/a.json', '{}'],
    ['an artifact with an unknown schema', '.workbench/blackboard/w1/a.json', '{ "schema": "x.v1" }'],
    ['a fact on the blackboard', '.workbench/blackboard/w1/a.json', validFact],
    [
      'an artifact of another contract under the name of a fact',
      '.workbench/memory/fact-0001.json',
      validFinding,
    ],
    ['a file of another name in the memory', '.workbench/memory/notes.json', brokenFinding],
    ['a file of the blackboard outside of a wave', '.workbench/blackboard/auditor.json', brokenFinding],
    ['a file in a folder of a wave', '.workbench/blackboard/w1/more/auditor.json', brokenFinding],
    ['a file at the top of the working area', '.workbench/auditor.json', brokenFinding],
    ['a file whose extension is in capitals', '.workbench/blackboard/w1/AUDITOR.JSON', brokenFinding],
  ])('rejects %s', async (_, path, content) => {
    const { status, stderr } = await runHook(stop(projectWith({ [path]: content })))
    expect(status).toBe(2)
    expect(stderr).toContain(path)
  })

  it('rejects the artifacts if the schema directory cannot be listed, with the reason', async () => {
    const root = projectWith({ '.workbench/blackboard/w1/auditor.json': validFinding })
    const { status, stderr } = await runHook(stop(root), { env: { WORKBENCH_SCHEMAS: '/nowhere' } })
    expect(status).toBe(2)
    expect(stderr).toContain('it could not be validated: Cannot list the contracts in /nowhere')
  })

  it('names the contract file if it is broken', async () => {
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
    ['a broken link', (path: string) => symlinkSync('missing.json', path)],
    ['a folder', (path: string) => mkdirSync(path)],
    ['a pipe without a writer', (path: string) => execFileSync('mkfifo', [path])],
  ])('rejects %s, and the invalid artifact in the same folder', async (_, make) => {
    const root = projectWith({ '.workbench/blackboard/w1/planner.json': brokenFinding })
    make(join(root, '.workbench/blackboard/w1/auditor.json'))
    const { status, stderr } = await runHook(stop(root))
    expect(status).toBe(2)
    expect(stderr).toContain('.workbench/blackboard/w1/auditor.json')
    expect(stderr).toContain('/effortHours')
  })

  it('accepts a file that was fixed', async () => {
    const root = projectWith({ '.workbench/blackboard/w1/auditor.json': brokenFinding })
    expect(await runHook(stop(root))).toMatchObject({ status: 2 })
    write(join(root, '.workbench/blackboard/w1/auditor.json'), validFinding)
    expect(await runHook(stop(root))).toEqual(silence)
  })

  it('validates 2,000 artifacts and 2,000 facts before its deadline, and finds the invalid one', async () => {
    const files = Array.from({ length: 2000 }, (_, n) => [
      [`.workbench/blackboard/w${n % 20}/agent-${n}.json`, validFinding],
      [`.workbench/memory/fact-${10_000 + n}.json`, fact({ id: `fact-${10_000 + n}` })],
    ]).flat()
    const root = projectWith(Object.fromEntries(files) as Record<string, string>)
    expect(await runHook(stop(root))).toEqual(silence)
    write(join(root, '.workbench/blackboard/w7/agent-1007.json'), brokenFinding)
    const { status, stderr } = await runHook(stop(root))
    expect(stderr.match(/^workbench: .*/gm)).toEqual([
      expect.stringContaining('agent-1007.json failed validation'),
    ])
    expect(status).toBe(2)
  })
})
