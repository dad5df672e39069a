import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'

import manifest from '../package.json' with { type: 'json' }
import { outputProblems } from '@workbench/test-support/output-rules'
import { runCli } from '../src/cli.ts'
import { expectGroups, one, several } from './support/grouped-violations.ts'
import { repository } from './support/run-workbench.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

const valid = readFileSync(join(repository, 'docs/examples/valid/fact.v1.json'))
const CLEAR_LINE = '\r\u001b[K'
const colorCode = '\u001b['
const RED = '\u001b[31m'
const GREEN = '\u001b[32m'
const BOLD = '\u001b[1m'
const DIM = '\u001b[2m'

/** A stream with the given `isTTY`, and the text that was written to it. */
function screen(isTTY: boolean) {
  const written: string[] = []
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 100 })
  stream.on('data', (chunk: Buffer) => written.push(String(chunk)))
  return { stream, text: () => written.join('') }
}

/** A directory with this number of valid artifacts. */
function validFiles(length: number) {
  const cwd = temporaryDirectory()
  const files = Array.from({ length }, (_, index) => `${index}.json`)
  for (const file of files) writeFileSync(join(cwd, file), valid)
  return { cwd, files }
}

const killGroup = () => undefined

async function runOn(
  isTTY: boolean,
  args: readonly string[],
  cwd = repository,
  env: Record<string, string> = {},
) {
  const stdout = screen(isTTY)
  const stderr = screen(isTTY)
  const stdin = Readable.from([])
  const streams = { stdin, stdout: stdout.stream, stderr: stderr.stream }
  const status = await runCli(args, { cwd, env, killGroup, ...streams })
  return { status, stdout: stdout.text(), stderr: stderr.text() }
}

describe('runCli()', () => {
  it('prints color codes on a terminal only', async () => {
    const onTerminal = await runOn(true, ['validate', 'finding.v1', one])
    const elsewhere = await runOn(false, ['validate', 'finding.v1', one])
    expect(onTerminal.stdout).toContain(colorCode)
    expect(elsewhere.stdout).not.toContain(colorCode)
    expect(elsewhere).toMatchObject({ status: 1, stderr: '' })
  })

  it.each<Record<string, string>>([{ NO_COLOR: '' }, { TERM: 'xterm' }])(
    'prints color codes on a terminal with %j',
    async (env) => {
      const { stdout } = await runOn(true, ['validate', 'finding.v1', one], repository, env)
      expect(stdout).toContain(colorCode)
    },
  )

  it.each<Record<string, string>>([{ NO_COLOR: '1' }, { TERM: 'dumb' }])(
    'prints no color codes on a terminal with %j',
    async (env) => {
      const { stdout } = await runOn(true, ['validate', 'finding.v1', one], repository, env)
      expect(stdout).not.toContain(colorCode)
    },
  )

  it.each<[string, boolean, readonly string[], Record<string, string>]>([
    ['color codes with --color', true, ['--color'], {}],
    ['color codes with --color and NO_COLOR', true, ['--color'], { NO_COLOR: '1' }],
    ['color codes with FORCE_COLOR', true, [], { FORCE_COLOR: '1' }],
    ['no color codes with FORCE_COLOR=0', false, [], { FORCE_COLOR: '0' }],
    ['no color codes with FORCE_COLOR and NO_COLOR', false, [], { FORCE_COLOR: '1', NO_COLOR: '1' }],
    ['no color codes with --no-color and FORCE_COLOR', false, ['--no-color'], { FORCE_COLOR: '1' }],
  ])('prints %s elsewhere', async (_, isColored, options, env) => {
    const args = ['validate', 'finding.v1', one, ...options]
    const { stdout } = await runOn(false, args, repository, env)
    expect(stdout.includes(colorCode)).toBe(isColored)
  })

  it('prints no color codes on a terminal with --no-color', async () => {
    const { stdout } = await runOn(true, ['validate', 'finding.v1', one, '--no-color'])
    expect(stdout).not.toContain(colorCode)
  })

  it('groups violations by file on a terminal, with the lines to which they refer', async () => {
    const { stdout } = await runOn(true, ['validate', 'finding.v1', several, one, '--no-color'])
    expectGroups(stdout)
  })

  it('shows a part of a long line, and escapes what could control the terminal', async () => {
    const file = join(temporaryDirectory(), 'a.json')
    writeFileSync(file, `{"x":"${'y'.repeat(1000)}","\u009b":1,\t"\u202e漢":1}`)
    const { stdout } = await runOn(true, ['validate', 'finding.v1', file, '--no-color'])
    expect(stdout).toMatch(/^ {6}1 │ y{40,}","\\u009b":1, {2}"\\u202e漢":1}$/m)
    expect(outputProblems(stdout)).toEqual([])
  })

  it('prints no color codes with --format json', async () => {
    const { stdout } = await runOn(true, ['validate', 'finding.v1', one, '--format', 'json'])
    expect(stdout).not.toContain(colorCode)
  })

  it('counts files on a terminal while many are validated', async () => {
    const { cwd, files } = validFiles(300)
    const onTerminal = await runOn(true, ['validate', 'fact.v1', ...files], cwd)
    expect(onTerminal).toMatchObject({ status: 0 })
    expect(onTerminal.stdout).toContain('fact.v1: 300 files valid')
    expect(onTerminal.stderr).toContain('300 of 300 files')
    expect(onTerminal.stderr.endsWith(CLEAR_LINE)).toBe(true)
    expect((await runOn(false, ['validate', 'fact.v1', ...files], cwd)).stderr).toBe('')
  })

  it('counts 200 files or more', async () => {
    const { cwd, files } = validFiles(200)
    const few = await runOn(true, ['validate', 'fact.v1', ...files.slice(1)], cwd)
    const many = await runOn(true, ['validate', 'fact.v1', ...files], cwd)
    expect(few.stderr).toBe('')
    expect(many.stderr).toContain('of 200 files')
  })

  it('counts the files of --files-from, because their number is unknown', async () => {
    const list = join(temporaryDirectory(), 'list')
    writeFileSync(list, `${one}\n`.repeat(300))
    const { stderr } = await runOn(true, ['validate', 'finding.v1', '--files-from', list])
    expect(stderr).toContain('300 files')
    expect(stderr.endsWith(CLEAR_LINE)).toBe(true)
  })

  it('shows no progress with --quiet', async () => {
    const { cwd, files } = validFiles(300)
    const { stderr } = await runOn(true, ['validate', 'fact.v1', '--quiet', ...files], cwd)
    expect(stderr).toBe('')
  })

  it.each([
    ['a valid artifact', 'docs/examples/valid/finding.v1.json', GREEN],
    ['an invalid artifact', one, RED],
  ])('prints the summary of %s in green or red', async (_, file, color) => {
    const { stdout } = await runOn(true, ['validate', 'finding.v1', file])
    expect(stdout.trimEnd().split('\n').at(-1)?.startsWith(color)).toBe(true)
  })

  it('prints valid artifacts of the blackboard in green and invalid ones in red', async () => {
    const cwd = temporaryDirectory()
    mkdirSync(join(cwd, '.workbench/blackboard/w1'), { recursive: true })
    for (const [agent, text] of [
      ['a', valid],
      ['b', '{}'],
    ] as const)
      writeFileSync(join(cwd, '.workbench/blackboard/w1', `${agent}.json`), text)
    const { stdout } = await runOn(true, ['board'], cwd)
    expect(stdout).toContain(`${GREEN}valid`)
    expect(stdout).toContain(`${RED}/schema`)
  })

  it('prints superseded facts dim and invalid facts red', async () => {
    const cwd = temporaryDirectory()
    const memory = join(cwd, '.workbench/memory')
    mkdirSync(memory, { recursive: true })
    const fact = JSON.parse(valid.toString()) as object
    const write = (id: string, text: object | string) =>
      writeFileSync(
        join(memory, `${id}.json`),
        typeof text === 'string' ? text : JSON.stringify({ ...fact, id, ...text }),
      )
    write('fact-0001', { supersedes: null })
    write('fact-0002', { supersedes: 'fact-0001' })
    write('fact-0003', '{')
    const { stdout } = await runOn(true, ['facts', '--all'], cwd)
    expect(stdout).toContain(`${DIM}fact-0001`)
    expect(stdout).toMatch(/^fact-0002/m)
    expect(stdout).toContain(`${RED}fact-0003`)
  })

  it('prints the ids of unusable contracts in red', async () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'memo.v1.schema.json'), '{')
    writeFileSync(join(directory, 'note.v1.schema.json'), '{}')
    const { stdout } = await runOn(true, ['contracts', '--schemas', directory])
    expect(stdout).toContain(`${RED}memo.v1`)
    expect(stdout).toMatch(/^note\.v1/m)
  })

  it('prints required members bold and optional members plain', async () => {
    const { stdout } = await runOn(true, ['contracts', 'show', 'finding.v1'])
    expect(stdout).toContain(`${BOLD}severity`)
    expect(stdout).toMatch(/^effortHours/m)
  })

  it('prints the result of a comparison of contracts in green or red', async () => {
    const compatible = await runOn(true, ['contracts', 'diff', 'schemas', 'schemas'])
    const breaking = await runOn(true, ['contracts', 'diff', 'schemas', temporaryDirectory()])
    expect(compatible.stdout).toContain(`${GREEN}compatible`)
    expect(breaking.stdout).toContain(`${RED}breaking`)
  })

  it('prints the help and the version', async () => {
    const help = await runOn(false, ['--help'])
    expect(help).toMatchObject({ status: 0, stderr: '' })
    expect(help.stdout).toMatch(/^workbench <command>\n[^]*Exit status: 0 all valid, 1 [^]*\.\n$/)
    expect(await runOn(false, ['--version'])).toEqual({
      status: 0,
      stdout: `${manifest.version}\n`,
      stderr: '',
    })
  })
})
