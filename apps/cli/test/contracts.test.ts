import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { repository, workbench } from './run-workbench.ts'

const ids = readdirSync(join(repository, 'schemas')).map((file) => file.replace('.schema.json', ''))

describe('workbench contracts', () => {
  it('lists each contract with its title', async () => {
    const { status, stdout } = await workbench(['contracts'])
    expect(status).toBe(0)
    for (const id of ids) expect(stdout).toMatch(new RegExp(`^${id} +[A-Z]`, 'm'))
    expect(stdout).toContain('11 contracts in ')
  })

  it('says what is broken and why, and lists the others all the same', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'workbench-'))
    cpSync(join(repository, 'schemas'), directory, { recursive: true })
    writeFileSync(join(directory, 'memo.v1.schema.json'), '{ "requried": [] }')
    writeFileSync(join(directory, 'Note.schema.json'), '{}')
    const text = await workbench(['contracts', '--schemas', directory])
    expect(text.stdout).toContain('memo.v1.schema.json#/requried: "requried" is no keyword')
    expect(text.stdout).toContain('mean "required"?')
    expect(text.stdout).toContain('Note.schema.json: rename the file to')
    const json = await workbench(['contracts', '--schemas', directory, '--format', 'json'])
    const { contracts } = JSON.parse(json.stdout) as { contracts: { id: string; problems: unknown[] }[] }
    expect(contracts.filter(({ problems }) => problems.length === 0).map(({ id }) => id)).toEqual(ids)
    expect(contracts.find(({ id }) => id === 'memo.v1')?.problems).toEqual([
      expect.objectContaining({ file: 'memo.v1.schema.json', pointer: '/requried', keyword: 'requried' }),
    ])
  })
})

describe('workbench contracts show', () => {
  it('shows nested members with their rules', async () => {
    const { status, stdout } = await workbench(['contracts', 'show', 'plan.v1'])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^waves +required +an array, at least 1 item, each item an/m)
    expect(stdout).toMatch(/^waves\[\]\.tasks\[\]\.isolation +optional +one of "none" or "worktree"/m)
  })

  it('names another contract without unfolding it', async () => {
    const { stdout } = await workbench(['contracts', 'show', 'review.v1'])
    expect(stdout).toMatch(/^findings +required +an array, each item a finding\.v1/m)
    expect(stdout).not.toContain('findings[]')
  })

  it('writes the schema with --format json', async () => {
    const { stdout } = await workbench(['contracts', 'show', 'finding.v1', '--format', 'json'])
    const file = readFileSync(join(repository, 'schemas', 'finding.v1.schema.json'), 'utf8')
    expect(JSON.parse(stdout)).toEqual(JSON.parse(file))
  })

  it('exits with 2 for an unknown contract', async () => {
    const { status, stderr } = await workbench(['contracts', 'show', 'plan.v2'])
    expect(status).toBe(2)
    expect(stderr).toContain('did you mean "plan.v1"?')
  })
})

describe('workbench completion', () => {
  it('prints a script for the shell', async () => {
    const { status, stdout } = await workbench(['completion'], { env: { SHELL: '/bin/bash' } })
    expect(status).toBe(0)
    expect(stdout).toContain('complete -o bashdefault -o default -F _workbench_yargs_completions workbench')
  })

  it.each([
    [
      ['workbench', ''],
      ['validate', 'contracts', 'completion'],
    ],
    [['workbench', 'validate', ''], ids],
    [['workbench', 'validate', 'find'], ids],
    [['workbench', 'contracts', 'show', ''], ids],
  ])('completes %j', async (words, expected) => {
    const { stdout } = await workbench(['--get-yargs-completions', ...words])
    expect(stdout.trimEnd().split('\n')).toEqual(expect.arrayContaining(expected))
  })

  it('leaves file names to the shell', async () => {
    const { stdout } = await workbench([
      '--get-yargs-completions',
      'workbench',
      'validate',
      'finding.v1',
      'd',
    ])
    expect(stdout.trim()).toBe('')
  })
})
