import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { program, repository, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const valid = 'docs/examples/valid/review.v1.json'
const broken = 'docs/examples/broken/finding.v1.several-violations.json'
const notJson = 'docs/examples/broken/review.v1.truncated.json'

interface JsonOutput {
  valid: boolean
  results: {
    file: string
    schema: string
    valid: boolean
    violations: Record<string, unknown>[]
    error?: string
  }[]
}

const jsonOf = (stdout: string) => JSON.parse(stdout) as JsonOutput

describe('workbench validate', () => {
  it('prints that a valid artifact is valid and exits with 0', async () => {
    expect(await workbench(['validate', 'review.v1', valid])).toEqual({
      status: 0,
      stdout: `${valid} is a valid review.v1\n`,
      stderr: '',
    })
  })

  it('prints each violation of a broken artifact with line and column, and exits with 1', async () => {
    const { status, stdout, stderr } = await workbench(['validate', 'finding.v1', broken])
    const lines = stdout.trimEnd().split('\n')
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    expect(lines.slice(0, -1)).toHaveLength(7)
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^docs\S+\.json:\d+:\d+: \/\S+: \w.*$/)
    expect(lines).toContain(
      `${broken}:18:18: /effortHours: Expected a number; received the string "4"; did you mean 4?`,
    )
    expect(lines.at(-1)).toBe('finding.v1: 0 files valid, 1 invalid with 7 violations')
  })

  it('prints the line and column of a syntax error', async () => {
    const { status, stdout } = await workbench(['validate', 'review.v1', notJson])
    expect(status).toBe(1)
    expect(stdout).toMatch(/^docs\S+truncated\.json:68:112: Expected .*$/m)
  })

  it('lists the known contracts for an unknown one, suggests the nearest, and exits with 2', async () => {
    const { status, stdout, stderr } = await workbench(['validate', 'findings.v1', valid])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('Unknown contract "findings.v1": did you mean "finding.v1"?')
    const ids = readdirSync(join(repository, 'schemas')).map((file) => file.replace('.schema.json', ''))
    expect(stderr).toContain(ids.sort().join(', '))
  })

  it('prints an error for each unreadable file, validates the others, and exits with 2', async () => {
    const { status, stdout, stderr } = await workbench([
      'validate',
      'review.v1',
      'missing.json',
      valid,
      'packages/contracts/src/codegen',
      notJson,
    ])
    expect(status).toBe(2)
    expect(stderr.trimEnd().split('\n')).toEqual([
      'workbench: cannot read missing.json: no such file',
      'workbench: cannot read packages/contracts/src/codegen: there are no *.json files in this directory',
    ])
    expect(stdout).toContain('truncated.json:68:112:')
    expect(stdout).toContain('review.v1: 1 file valid, 1 invalid with 1 violation, 2 not validated\n')
  })

  it('prints one file with an error or violations in a summary', async () => {
    const missing = await workbench(['validate', 'review.v1', 'missing.json'])
    expect(missing).toMatchObject({ status: 2, stdout: 'review.v1: 0 files valid, 1 not validated\n' })
    const root = await workbench(['validate', 'review.v1', '-'], { input: '1' })
    expect(root.stdout).toMatch(
      /^-:1:1: Expected an object .*\nreview\.v1: 0 files valid, 1 invalid with 1 violation\n$/,
    )
  })

  it('exits with 2 if its output cannot be written', () => {
    const line = `exec "${process.execPath}" "${program}" validate review.v1 ${valid} > /dev/full`
    const { status, stderr } = spawnSync('bash', ['-c', line], { cwd: repository, encoding: 'utf8' })
    expect(stderr).toMatch(/^workbench: cannot write the output: ENOSPC: .*\n$/)
    expect(status).toBe(2)
  })

  it('reads standard input for -', async () => {
    const input = readFileSync(join(repository, valid))
    const { status, stdout } = await workbench(['validate', 'review.v1', '-', '--format', 'json'], { input })
    expect(status).toBe(0)
    expect(jsonOf(stdout)).toEqual({
      valid: true,
      results: [{ file: '-', schema: 'review.v1', valid: true, violations: [] }],
    })
  })

  it.each([
    ['-', ['-']],
    ['--ndjson', ['--ndjson']],
    ['--files-from -', ['--files-from', '-']],
  ])('exits with 2 if standard input is a directory, for %s', (_, args) => {
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', 'exec "$0" "$@" < .', process.execPath, program, 'validate', ...args],
      {
        cwd: temporaryDirectory(),
        encoding: 'utf8',
      },
    )
    expect(stderr).toBe('workbench: cannot read -: it is a directory; specify a file\n')
    expect(status).toBe(2)
  })

  it('does not open standard input if it is not named', async () => {
    const preload = join(temporaryDirectory(), 'preload.cjs')
    writeFileSync(
      preload,
      "Object.defineProperty(process, 'stdin', { get() { throw new Error('standard input was opened') } })",
    )
    const { status, stderr } = await workbench(['validate', valid], {
      program,
      env: { NODE_OPTIONS: `--require ${preload}` },
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it('exits with 2 if standard input is named twice', async () => {
    const { status, stderr } = await workbench(['validate', 'review.v1', '-', '-'])
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'workbench: Standard input can be read only once; name - once\n',
    })
  })

  it('uses the last value of a repeated option', async () => {
    const { status, stdout } = await workbench([
      'validate',
      'review.v1',
      valid,
      '--format',
      'text',
      '--format',
      'json',
    ])
    expect(status).toBe(0)
    expect(jsonOf(stdout).valid).toBe(true)
  })

  it('escapes control characters in member names', async () => {
    const input = '{ "\\u001b[31mred\\nworkbench: all is well": 1 }'
    const { stdout } = await workbench(['validate', 'review.v1', '-'], { input })
    expect(stdout).toContain('/\\u001b[31mred\\u000aworkbench: all is well: Unexpected member')
    expect(stdout).not.toMatch(/^workbench:/m)
  })

  it('accepts file names that look like numbers or options', async () => {
    const cwd = temporaryDirectory()
    for (const name of ['1.0', '-x.json', 'ö 😀.json'])
      writeFileSync(join(cwd, name), readFileSync(join(repository, valid)))
    const { status, stdout } = await workbench(
      ['validate', 'review.v1', '--', '1.0', '-x.json', 'ö 😀.json'],
      { cwd },
    )
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'review.v1: 3 files valid\n' })
  })

  it.each([
    [['validate'], /Name a file, or - for standard input: workbench validate finding.json/],
    [['validate', 'review.v1'], /Name a file to validate against review\.v1, or - for standard input/],
    [
      ['validate', 'review.v1', valid, '--schemas'],
      /Option --schemas needs a value; see workbench validate --help/,
    ],
    [['validate', 'review.v1', valid, '--schemas', '/nowhere'], /Cannot list the contracts in \/nowhere/],
  ])('exits with 2 and prints the usage error for %j', async (args, expected) => {
    const { status, stdout, stderr } = await workbench(args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(expected)
    expect(stderr).not.toMatch(/\n +at /)
  })

  it('uses a contract file that was just added to the schema directory', async () => {
    const { cwd, directory } = projectWith({})
    writeFileSync(join(cwd, 'memo.json'), '{ "schema": "memo.v1", "producedBy": "scribe", "text": 1 }')
    expect((await workbench(['validate', 'memo.v1', 'memo.json'], { cwd })).status).toBe(2)
    writeFileSync(join(directory, 'memo.v1.schema.json'), JSON.stringify(memo))
    const { status, stdout } = await workbench(['validate', 'memo.v1', 'memo.json'], { cwd })
    expect(status).toBe(1)
    expect(stdout).toContain(
      'memo.json:1:56: /text: Expected a string; received the number 1; did you mean "1"?',
    )
  })

  it('prints file, pointer and keyword of an unsupported keyword in a contract, and validates with the other contracts', async () => {
    const { cwd } = projectWith({
      'memo.v1.schema.json': JSON.stringify(memo),
      'note.v1.schema.json': '{ "properties": { "text": { "minLength": 1 } } }',
    })
    writeFileSync(join(cwd, 'memo.json'), '{ "schema": "memo.v1", "producedBy": "scribe" }')
    const { status, stderr } = await workbench(['validate', 'note.v1', 'memo.json'], { cwd })
    expect(status).toBe(2)
    expect(stderr).toContain('note.v1.schema.json#/properties/text/minLength: keyword "minLength" is outside')
    expect((await workbench(['validate', 'memo.v1', 'memo.json'], { cwd })).status).toBe(0)
  })

  it('searches for contracts in --schemas, then WORKBENCH_SCHEMAS, then the project, then the package', async () => {
    const { cwd, directory } = projectWith({ 'memo.v1.schema.json': JSON.stringify(memo) })
    const other = temporaryDirectory()
    writeFileSync(join(other, 'note.v1.schema.json'), '{}')
    const empty = temporaryDirectory()
    const directoryOf = async (args: string[], at: string, env: Record<string, string> = {}) =>
      (
        JSON.parse(
          (await workbench(['contracts', '--format', 'json', ...args], { cwd: at, env })).stdout,
        ) as { directory: string }
      ).directory
    const env = { WORKBENCH_SCHEMAS: other }
    expect(await directoryOf(['--schemas', empty], cwd, env)).toBe(empty)
    expect(await directoryOf([], cwd, env)).toBe(other)
    expect(await directoryOf([], cwd)).toBe(directory)
    const packaged = await workbench(['contracts', '--format', 'json'], { cwd: empty, program })
    expect(JSON.parse(packaged.stdout)).toMatchObject({
      directory: join(repository, 'apps', 'cli', 'dist', 'schemas'),
    })
  })
})

const memo = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Memo',
  type: 'object',
  required: ['schema', 'producedBy'],
  properties: { schema: { const: 'memo.v1' }, producedBy: { type: 'string' }, text: { type: 'string' } },
  additionalProperties: false,
}

function projectWith(files: Readonly<Record<string, string>>): { cwd: string; directory: string } {
  const cwd = temporaryDirectory()
  const directory = join(cwd, 'plugins', 'workbench-core', 'schemas')
  mkdirSync(directory, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
  return { cwd, directory }
}
