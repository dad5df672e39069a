import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { openContracts } from '@workbench/contracts'
import { openArea, writeFact } from '@workbench/workspace'

import { commit, git } from '@workbench/test-support/git-repository'
import { embedRepository, nameProgramsIn, newTraces } from '@workbench/test-support/hostile-repository'
import { factDraft } from '@workbench/test-support/fact-draft'
import { repository, silence, validFact, written } from '@workbench/test-support/hook'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'

import { runHook } from './run-hook.ts'

/** A repository in which memory_write has written a fact, and its path. */
function newProject() {
  const root = temporaryFolder()
  git(root, 'init', '--quiet')
  const contracts = openContracts({ directory: join(repository, 'schemas') })
  const { path } = writeFact(openArea(root), contracts, factDraft, '2026-01-31')
  commit(root)
  return { root, path }
}

/** The events of a program that names no file, of one that names the fact, and at the end. */
const eventsOf = (cwd: string, path: string): string[] => [
  written('', { cwd, tool_name: 'Bash', tool_input: { command: './run' } }),
  written(path, { cwd }),
  JSON.stringify({ hook_event_name: 'Stop', session_id: 's', cwd }),
  JSON.stringify({ hook_event_name: 'SessionStart', session_id: 's', cwd, source: 'startup' }),
]

const changeFact = (file: string): void =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"title": "[^"]*"/, '"title": "Another"'))

describe('the hook runs no program of the checkout', () => {
  it('in a folder that git takes for a repository, and compares the facts with the one around it', async () => {
    const traces = newTraces()
    const other = newProject()
    const up = temporaryFolder()
    git(up, 'init', '--quiet')
    const folder = join(up, 'sub')
    cpSync(join(other.root, '.workbench/memory'), join(folder, '.workbench/memory'), { recursive: true })
    embedRepository(other.root, folder)
    nameProgramsIn(folder, traces)
    commit(up)
    const clone = join(temporaryFolder(), 'clone')
    git(up, 'clone', '--quiet', '.', clone)
    const cwd = join(clone, 'sub')
    const [after, ...others] = eventsOf(cwd, other.path)
    expect(await runHook(after ?? '', { cwd })).toEqual(silence)
    changeFact(join(cwd, other.path))
    for (const event of [after ?? '', ...others]) await runHook(event, { cwd })
    expect(traces.found()).toEqual([])
    git(cwd, 'hash-object', other.path)
    expect(traces.found()).toContain('clean')
  })

  it('that .git names in settings, hooks and attributes', async () => {
    const traces = newTraces()
    const { root, path } = newProject()
    nameProgramsIn(join(root, '.git'), traces)
    changeFact(join(root, path))
    for (const event of eventsOf(root, path)) await runHook(event, { cwd: root })
    rmSync(join(root, '.workbench/records'), { recursive: true })
    for (const event of eventsOf(root, path)) await runHook(event, { cwd: root })
    expect(traces.found()).toEqual([])
    git(root, 'status')
    git(root, 'hash-object', path)
    expect(traces.found()).toEqual(expect.arrayContaining(['clean', 'fsmonitor']) as unknown)
  })
})

describe('the hook does not read a link out of the project', () => {
  const SECRET = 'root:x:0:0'
  const SUBAGENT = { hook_event_name: 'SubagentStop', agent_type: 'auditor', agent_id: 'a1' }

  it.each([
    ['the blackboard', '.workbench/blackboard/w1/auditor.json', SECRET],
    [
      'the blackboard, to an artifact',
      '.workbench/blackboard/w1/auditor.json',
      `{"schema":"finding.v1","producedBy":"${SECRET}"}`,
    ],
    [
      'the memory',
      '.workbench/memory/fact-0001.json',
      validFact.replace(/"title": "[^"]*"/, `"title": "${SECRET}"`),
    ],
  ])('in %s', async (_, path, text) => {
    const subagent = (root: string) => JSON.stringify({ ...SUBAGENT, session_id: 's', cwd: root })
    for (const index of [0, 1, 2, 3]) {
      const { root } = newProject()
      const outside = join(temporaryFolder(), 'passwd')
      writeFileSync(outside, text)
      mkdirSync(dirname(join(root, path)), { recursive: true })
      symlinkSync(outside, join(root, path))
      const event = [...eventsOf(root, path).slice(0, 3), subagent(root)][index] ?? ''
      const { status, stdout, stderr } = await runHook(event, { cwd: root })
      expect(status === 2 || stdout.includes(path)).toBe(true)
      expect(`${stdout}${stderr}`).toMatch(/leads outside the project|is a link, which can lead out/)
      expect(`${stdout}${stderr}`).not.toContain('root')
    }
  })
})
