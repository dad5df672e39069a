import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { repository } from './support/run-workbench.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

/* Adds a command to a copy of the sources, as CONTRIBUTING.md says, and does nothing else. */

const [, recipe = ''] =
  /^## Add a command\n([^]*?)^## /m.exec(readFileSync(join(repository, 'CONTRIBUTING.md'), 'utf8')) ?? []
const [definition = '', line = '', implementation = ''] = [
  ...recipe.matchAll(/^ +```ts\n([^]*?)^ +```$/gm),
].map(([, code = '']) => code.replaceAll(/^ {3}/gm, ''))

const copy = temporaryDirectory()
const cli = join(copy, 'apps', 'cli')
const commands = join(cli, 'src', 'commands')

function writeCommand(name: string, text: string): void {
  mkdirSync(join(commands, name))
  writeFileSync(join(commands, name, 'command.ts'), text)
}

function run(args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const tsx = join(repository, 'apps/cli/node_modules/tsx/dist/esm/index.mjs')
  const flags = ['--conditions=@workbench/source', '--import', tsx]
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...flags, join(cli, 'src', 'main.ts'), ...args],
    { cwd: repository, encoding: 'utf8' },
  )
  return { status, stdout, stderr }
}

beforeAll(() => {
  for (const path of ['src', 'package.json'])
    cpSync(join(repository, 'apps', 'cli', path), join(cli, path), { recursive: true })
  for (const path of ['node_modules', 'apps/cli/node_modules', 'packages', 'schemas'])
    symlinkSync(join(repository, path), join(copy, path))
  for (const name of ['tsconfig.base.json', 'package.json']) cpSync(join(repository, name), join(copy, name))
  writeCommand('ping', definition)
  writeFileSync(join(commands, 'ping', 'ping.ts'), implementation)
  const table = join(commands, 'commands.ts')
  writeFileSync(table, readFileSync(table, 'utf8').replace(/^}$/m, `  ${line}}`))
})

describe('a command that is added as CONTRIBUTING.md says', () => {
  it('runs', () => {
    expect(run(['ping', 'pong', '--times', '2'])).toEqual({ status: 0, stdout: 'pong\npong\n', stderr: '' })
  })

  it('is in the help of workbench', () => {
    expect(run(['--help']).stdout).toMatch(/^ +workbench ping <word> +Print a word$/m)
  })

  it.each([[['help', 'ping']], [['ping', '--help']]])('has a help: %j', (args) => {
    const { status, stdout } = run(args)
    expect(status).toBe(0)
    expect(stdout).toMatch(/^workbench ping <word>\n\nPrint a word\n/)
    expect(stdout).toMatch(/^ +--times +How often to print it +\[number\] \[default: 1\]$/m)
  })

  it.each([
    [['p'], 'ping\n'],
    [['ping', ''], 'ping\npong\n'],
    [['ping', '--t'], '--times\n'],
    [['ping', '--times', ''], ''],
  ])('is completed: %j', (words, expected) => {
    expect(run(['--get-completions', ...words])).toEqual({ status: 0, stdout: expected, stderr: '' })
  })

  it.each([
    [['pin'], 'Unknown command "pin"; did you mean ping?; see workbench --help'],
    [['help', 'pin'], 'Unknown command "pin"; did you mean ping?; see workbench --help'],
    [['ping'], 'Missing arguments: got 0 of 1; see workbench ping --help'],
    [['ping', 'ping', 'b'], 'Unexpected argument b; see workbench ping --help'],
    [['ping', 'pnog'], 'Unknown word "pnog": did you mean pong? Use one of ping, pong'],
    [['ping', 'ping', '--tims', '2'], 'Unknown option --tims; did you mean --times?'],
    [['ping', 'ping', '--times'], 'Option --times needs a value; see workbench ping --help'],
  ])('has usage errors: %j', (args, message) => {
    expect(run(args)).toEqual({ status: 2, stdout: '', stderr: `workbench: ${message}\n` })
  })
})

describe('the definition of a command', () => {
  const withoutLine = (start: string) => definition.replace(new RegExp(`^ +${start}.*\n`, 'm'), '')
  /** Definitions in which something is forgotten or misspelt, with the error of the compiler. */
  const mistakes: Record<string, readonly [text: string, error: RegExp]> = {
    'no-description': [withoutLine('describe: '), /Property 'describe' is missing/],
    'no-run': [definition.replace(/^ {2}run: [^]*^ {2}\},\n/m, ''), /Property 'run' is missing/],
    'no-description-of-an-option': [
      definition.replace(", describe: 'How often to print it'", ''),
      /describe/,
    ],
    'no-status': [definition.replace('return ping(', 'ping('), /Promise<void>/],
    'a-misspelt-value': [
      definition.replace('({ word, times }', '({ word, tims: times }'),
      /'tims' does not exist/,
    ],
    'a-value-of-another-type': [
      definition.replace("type: 'number', default: 1", "type: 'string'"),
      /not assignable/,
    ],
  }
  let output = ''

  beforeAll(() => {
    for (const [name, [text]] of Object.entries(mistakes))
      writeCommand(name, text.replace('./ping.ts', '../ping/ping.ts'))
    const config = { extends: './tsconfig.base.json', include: ['apps/cli/src/commands/*/command.ts'] }
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(repository, 'node_modules/typescript-7/bin/tsc')
    output = spawnSync(process.execPath, [tsc, '--noEmit', '--pretty', 'false', '--project', copy], {
      cwd: copy,
      encoding: 'utf8',
    }).stdout
  })

  it('compiles as CONTRIBUTING.md shows it', () => {
    expect(output).not.toMatch(/commands\/(?:ping|fix)\/|commands\/commands\.ts/)
  })

  it.each(Object.entries(mistakes))('does not compile with %s', (name, [, error]) => {
    const [, found = ''] =
      new RegExp(`^\\S*commands/${name}/command\\.ts\\(([^]*?)(?=^\\S|(?![^]))`, 'm').exec(output) ?? []
    expect(found).toMatch(error)
  })
})
