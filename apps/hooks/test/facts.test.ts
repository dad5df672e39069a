import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { openContracts } from '@workbench/contracts'
import { openArea, writeFact } from '@workbench/workspace'

import { commit, git } from '@workbench/test-support/git-repository'
import { factDraft } from '@workbench/test-support/fact-draft'
import { projectWith, repository, silence, validFact, write, written } from '@workbench/test-support/hook'

import { runHook } from './run-hook.ts'

const FORGED = '.workbench/memory/fact-0001.json'
const forged = validFact.replace(/"fact-\d+"/, '"fact-0001"')

/** A project with a fact that memory_write has written. */
function newProject() {
  const root = projectWith()
  const contracts = openContracts({ directory: join(repository, 'schemas') })
  writeFact(openArea(root), contracts, factDraft, '2026-01-31')
  return root
}

/** The event of a program that names no file. */
const after = (root: string): string =>
  written('', { cwd: root, tool_name: 'Bash', tool_input: { command: './run' } })

describe('the hook, after a tool that names no file,', () => {
  it('accepts a fact that memory_write wrote', async () => {
    expect(await runHook(after(newProject()))).toEqual(silence)
  })

  it('accepts facts without records, as in a clone', async () => {
    const root = newProject()
    rmSync(join(root, '.workbench/records'), { recursive: true })
    rmSync(join(root, '.git'), { recursive: true })
    git(root, 'init', '--quiet')
    commit(root)
    const clone = join(root, 'clone')
    git(root, 'clone', '--quiet', '.', clone)
    expect(await runHook(after(clone))).toEqual(silence)
    write(join(clone, FORGED), forged)
    const { status, stderr } = await runHook(after(clone))
    expect(status).toBe(2)
    expect(stderr).toContain(`${FORGED} was rejected: memory_write did not write it as it is`)
  })

  it('says nothing of facts that a checkout removes and brings back', async () => {
    const root = newProject()
    rmSync(join(root, '.git'), { recursive: true })
    git(root, 'init', '--quiet', '--initial-branch=main')
    git(root, 'commit', '--quiet', '--allow-empty', '--message=empty')
    git(root, 'checkout', '--quiet', '-b', 'facts')
    commit(root)
    expect(await runHook(after(root))).toEqual(silence)
    for (const branch of ['main', 'facts']) {
      git(root, 'checkout', '--quiet', branch)
      expect(await runHook(after(root))).toEqual(silence)
    }
  })
})

describe('the hook, before and after a tool that only reads a fact,', () => {
  it.each([
    ['Bash', { command: 'git add FACT && git diff FACT | jq . FACT' }],
    ['mcp__filesystem__directory_tree', { path: '.workbench/memory' }],
    ['mcp__filesystem__get_file_info', { path: 'FACT' }],
    ['mcp__git__git_add', { files: ['FACT'] }],
    ['view', { path: 'FACT' }],
    ['str_replace_based_edit_tool', { command: 'view', path: 'FACT' }],
  ])('says nothing: %s %j', async (tool, input) => {
    const root = newProject()
    const [name = ''] = readdirSync(join(root, '.workbench/memory'))
    const tool_input = JSON.parse(
      JSON.stringify(input).replaceAll('FACT', `.workbench/memory/${name}`),
    ) as object
    for (const hook_event_name of ['PreToolUse', 'PostToolUse'])
      expect(await runHook(written('', { cwd: root, hook_event_name, tool_name: tool, tool_input }))).toEqual(
        silence,
      )
  })

  it('and blocks an editor that writes one', async () => {
    const root = newProject()
    const [name = ''] = readdirSync(join(root, '.workbench/memory'))
    const tool_input = { command: 'create', path: `.workbench/memory/${name}`, file_text: '{}' }
    const event = {
      cwd: root,
      hook_event_name: 'PreToolUse',
      tool_name: 'str_replace_based_edit_tool',
      tool_input,
    }
    expect((await runHook(written('', event))).status).toBe(2)
  })
})
