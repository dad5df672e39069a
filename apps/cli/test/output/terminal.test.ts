import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expectGroups, one, several } from '../support/grouped-violations.ts'
import { program, repository, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const packaged = join(program, '../package/main.cjs')
const RED = '\u001b[31m'
const CLEAR_LINE = '\r\u001b[K'

/** Runs a copy of the command on a pseudo-terminal, which shows both of its outputs. */
function onTerminal(copy: string, args: readonly string[], cwd = repository) {
  const line = [process.execPath, copy, ...args].map((word) => `'${word}'`).join(' ')
  const { status, stdout } = spawnSync('script', ['-qec', line, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], SHELL: '/bin/sh', TERM: 'xterm' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { status, shown: stdout.replaceAll('\r\n', '\n') }
}

/** The `script` of BSD and macOS has other options. */
const hasScript = String(spawnSync('script', ['--version']).stdout).includes('util-linux')
const describeOnTerminal = hasScript ? describe : describe.skip

describeOnTerminal.each([
  ['the command', program],
  ['the packaged command', packaged],
])('%s on a terminal (skipped without the script command of util-linux)', (_, copy) => {
  it('groups violations by file, with the lines to which they refer', () => {
    const { status, shown } = onTerminal(copy, ['validate', 'finding.v1', several, one, '--no-color'])
    expectGroups(shown)
    expect(status).toBe(1)
  })

  it('uses the width of the terminal for code frames', () => {
    const cwd = temporaryDirectory()
    const finding = readFileSync(join(repository, one), 'utf8')
    writeFileSync(join(cwd, 'a.json'), JSON.stringify(JSON.parse(finding)))
    for (const columns of [60, 140]) {
      const line = `stty cols ${columns}; '${process.execPath}' '${copy}' validate --no-color a.json`
      const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], {
        cwd,
        env: { PATH: process.env['PATH'], SHELL: '/bin/sh', TERM: 'xterm' },
        encoding: 'utf8',
      })
      const [row = ''] = stdout.split('\r\n').filter((row) => row.includes(' │ '))
      // Spaces at the end are not printed.
      expect([0, 1]).toContain(columns - row.length)
    }
  })

  it('prints color codes', () => {
    expect(onTerminal(copy, ['validate', 'finding.v1', one]).shown).toContain(RED)
  })

  it('counts 200 files, and removes the count', () => {
    const cwd = temporaryDirectory()
    const files = Array.from({ length: 200 }, (_, index) => `${index}.json`)
    const finding = readFileSync(join(repository, 'docs/examples/valid/finding.v1.json'))
    for (const file of files) writeFileSync(join(cwd, file), finding)
    const few = onTerminal(copy, ['validate', '--no-color', ...files.slice(1)], cwd)
    expect(few).toEqual({ status: 0, shown: 'finding.v1: 199 files valid\n' })
    const { status, shown } = onTerminal(copy, ['validate', ...files], cwd)
    // How often the count is written before its end depends on the speed of the computer.
    expect(shown).toContain('200 of 200 files')
    expect(shown.slice(shown.lastIndexOf(CLEAR_LINE))).toContain('finding.v1: 200 files valid')
    expect(status).toBe(0)
  })
})

describe('workbench with redirected output', () => {
  it.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ['color codes with FORCE_COLOR', [], { FORCE_COLOR: '1' }],
    ['color codes with --color and NO_COLOR', ['--color'], { NO_COLOR: '1' }],
    ['color codes with --color after --no-color', ['--no-color', '--color'], {}],
    ['no color codes', [], {}],
    ['no color codes with FORCE_COLOR=0', [], { FORCE_COLOR: '0' }],
    ['no color codes with FORCE_COLOR and NO_COLOR', [], { FORCE_COLOR: '1', NO_COLOR: '1' }],
    ['no color codes with --no-color after --color', ['--color', '--no-color'], { FORCE_COLOR: '1' }],
  ])('prints %s', async (title, options, env) => {
    const { status, stdout } = await workbench(['validate', 'finding.v1', one, ...options], { env })
    expect(stdout.includes(RED)).toBe(title.startsWith('color'))
    expect(status).toBe(1)
  })
})
