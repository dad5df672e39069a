import { readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
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

/** The same, of a tool that took no time. Only changes of the last seconds count. */
const notes = async (root: string) => {
  const { status, stdout, stderr } = await runHook(after(root))
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const { systemMessage, hookSpecificOutput } = JSON.parse(stdout) as {
    readonly systemMessage: string
    readonly hookSpecificOutput: { readonly additionalContext: string }
  }
  expect(hookSpecificOutput.additionalContext).toBe(systemMessage)
  return systemMessage
}

describe('the hook tells agent and user, after a tool,', () => {
  it('about nothing that memory_write wrote', async () => {
    expect(await runHook(after(newProject()))).toEqual(silence)
  })

  it('about nothing that git brought, also without records, as in a clone', async () => {
    const root = newProject()
    rmSync(join(root, '.workbench/records'), { recursive: true })
    rmSync(join(root, '.git'), { recursive: true })
    git(root, 'init', '--quiet')
    commit(root)
    const clone = join(root, 'clone')
    git(root, 'clone', '--quiet', '.', clone)
    expect(await runHook(after(clone))).toEqual(silence)
    write(join(clone, FORGED), forged)
    expect(await notes(clone)).toMatch(/: \.workbench\/memory\/fact-0001\.json\. Only/)
  })

  it('about a fact that memory_write did not write', async () => {
    const root = newProject()
    write(join(root, FORGED), forged)
    expect(await notes(root)).toMatch(
      /^workbench: Bash or a program .*: \.workbench\/memory\/fact-0001\.json\. Only/,
    )
  })

  it('about a forged fact whose records were deleted', async () => {
    const root = newProject()
    rmSync(join(root, '.workbench/records'), { recursive: true })
    // As if they were deleted later than they were created.
    utimesSync(join(root, '.workbench'), new Date(), new Date(Date.now() + 1000))
    write(join(root, FORGED), forged)
    const message = await notes(root)
    expect(message).toContain(FORGED)
    expect(message).toContain('.workbench/records (files were deleted)')
  })

  it.each(['memory', 'records'])('about files that were deleted from %s', async (name) => {
    const root = newProject()
    const folder = join(root, '.workbench', name)
    for (const file of readdirSync(folder)) rmSync(join(folder, file))
    // As if it was deleted later than the folder was created, which can be in the same millisecond.
    utimesSync(folder, new Date(), new Date(Date.now() + 1000))
    expect(await notes(root)).toContain(`.workbench/${name} (files were deleted)`)
  })

  it('about a contract of the project', async () => {
    const root = newProject()
    const contract = 'plugins/workbench-core/schemas/fact.v1.schema.json'
    write(join(root, contract), readFileSync(join(repository, 'schemas/fact.v1.schema.json')))
    const message = await notes(root)
    expect(message).toContain(join(root, contract))
    expect(message).toContain('CI decides with the contracts of the base branch')
  })
})
