import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { FORMATS } from '../../src/reporters/reporters.ts'
import { COMMANDS } from '../../src/commands/commands.ts'
import { command as contracts } from '../../src/commands/contracts/command.ts'
import { repository, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const ids = readdirSync(join(repository, 'schemas'))
  .filter((file) => file.endsWith('.schema.json'))
  .map((file) => file.replace('.schema.json', ''))

const complete = async (...words: string[]) => {
  // The working directory of the tests can have files with such names.
  const cwd = temporaryDirectory()
  const { status, stdout, stderr } = await workbench(['--get-completions', ...words], { cwd })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout.split('\n').slice(0, -1)
}

describe('workbench --get-completions', () => {
  it.each([
    [[''], Object.keys(COMMANDS)],
    [['v'], ['validate']],
    [['contracts', ''], Object.keys(contracts.commands)],
    [['validate', 'fact.'], ['fact.v1']],
    [['validate', 'finding.v1', '--format='], FORMATS.map((format) => `--format=${format}`)],
    [
      ['validate', '--format=j'],
      ['--format=json', '--format=junit'],
    ],
    [
      ['validate', 'x', '--no'],
      ['--no-error-on-unmatched', '--no-color'],
    ],
    [['validate', 'find'], ['finding.v1']],
    [['contracts', 'show', 'find'], ['finding.v1']],
    [['validate', '--format', 'json', 'find'], ['finding.v1']],
    [['validate', 'finding.v1', '--format', ''], FORMATS],
    [
      ['validate', '--format', 'j'],
      ['json', 'junit'],
    ],
    [
      ['validate', '--format', '=', 'j'],
      ['json', 'junit'],
    ],
    [
      ['contracts', 'lint', '--format', ''],
      ['text', 'json', 'github'],
    ],
    [['contracts', 'gate', '--a'], ['--against']],
    [
      ['board', '--c'],
      ['--check', '--color'],
    ],
    [['completion', 'z'], ['zsh']],
  ])('completes %j', async (words, expected) => {
    expect(await complete(...words)).toEqual(expected)
  })

  it.each([
    [['validate', 'finding.v1', '']],
    [['validate', 'finding.v1', 'a.json', 'd']],
    [['validate', 'docs/']],
    [['validate', '--schemas', '']],
    [['validate', '--files-from', '=', '']],
    [['contracts', 'diff', '']],
    [['validate', '--schemas', '/nowhere', '']],
  ])('prints nothing for %j, where the shell completes a file name', async (words) => {
    expect(await complete(...words)).toEqual([])
  })

  it('completes contracts, folders and JSON files before the first path', async () => {
    const cwd = temporaryDirectory()
    for (const name of ['finding.json', 'finding.md', '.finding.json']) writeFileSync(join(cwd, name), '')
    mkdirSync(join(cwd, 'findings'))
    const run = async (...words: string[]) =>
      (await workbench(['--get-completions', ...words], { cwd })).stdout.trimEnd().split('\n')
    expect(await run('validate', 'fin')).toEqual(['finding.v1', 'finding.json', 'findings/'])
    expect(await run('fix', '')).toEqual([...ids, 'finding.json', 'findings/'])
    expect(await run('contracts', 'show', 'fin')).toEqual(['finding.v1'])
  })

  it('completes the contracts of the directory in --schemas', async () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'memo.v1.schema.json'), '{}')
    expect(await complete('contracts', 'show', '--schemas', directory, '')).toContain('memo.v1')
  })
})

describe('workbench completion', () => {
  it.each([
    ['bash', ['bash'], {}, 'complete -o bashdefault -o default -F _workbench workbench\n'],
    ['zsh', ['zsh'], { SHELL: '/bin/bash' }, 'compdef _workbench workbench\n'],
    ['fish', ['fish'], {}, "complete -c workbench -f -a '(__workbench_complete)'\n"],
    ['the shell in SHELL', [], { SHELL: '/usr/bin/zsh' }, 'compdef _workbench workbench\n'],
    ['bash without SHELL', [], {}, 'complete -o bashdefault -o default -F _workbench workbench\n'],
  ])('prints a script for %s', async (_, args, env, end) => {
    const { status, stdout } = await workbench(['completion', ...args], { env })
    expect(status).toBe(0)
    expect(stdout.endsWith(end)).toBe(true)
  })
})
