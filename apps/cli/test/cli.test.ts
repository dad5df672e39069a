import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'

import { runCli } from '../src/cli.ts'
import { repository } from './run-workbench.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const valid = readFileSync(join(repository, 'docs/examples/valid/fact.v1.json'))
const broken = 'docs/examples/broken/finding.v1.severity-not-in-enum.json'
const colorCode = '\u001b['

/** A stream with the given `isTTY`, and the text that was written to it. */
function screen(isTTY: boolean) {
  const written: string[] = []
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 100 })
  stream.on('data', (chunk: Buffer) => written.push(String(chunk)))
  return { stream, text: () => written.join('') }
}

async function runOn(
  isTTY: boolean,
  args: readonly string[],
  cwd = repository,
  env: Record<string, string> = {},
) {
  const stdout = screen(isTTY)
  const stderr = screen(isTTY)
  const stdin = Readable.from([])
  const status = await runCli(args, { cwd, env, stdin, stdout: stdout.stream, stderr: stderr.stream })
  return { status, stdout: stdout.text(), stderr: stderr.text() }
}

describe('runCli()', () => {
  it('prints color codes on a terminal only', async () => {
    const onTerminal = await runOn(true, ['validate', 'finding.v1', broken])
    const elsewhere = await runOn(false, ['validate', 'finding.v1', broken])
    expect(onTerminal.stdout).toContain(colorCode)
    expect(elsewhere.stdout).not.toContain(colorCode)
    expect(elsewhere).toMatchObject({ status: 1, stderr: '' })
  })

  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])(
    'prints no color codes on a terminal with %j',
    async (env) => {
      const { stdout } = await runOn(true, ['validate', 'finding.v1', broken], repository, env)
      expect(stdout).not.toContain(colorCode)
    },
  )

  it('prints no color codes with --format json', async () => {
    const { stdout } = await runOn(true, ['validate', 'finding.v1', broken, '--format', 'json'])
    expect(stdout).not.toContain(colorCode)
  })

  it('shows a progress bar on a terminal while many files are validated', async () => {
    const cwd = temporaryDirectory()
    const files = Array.from({ length: 300 }, (_, index) => `${index}.json`)
    for (const file of files) writeFileSync(join(cwd, file), valid)
    const onTerminal = await runOn(true, ['validate', 'fact.v1', ...files], cwd)
    expect(onTerminal).toMatchObject({ status: 0 })
    expect(onTerminal.stdout).toContain('fact.v1: 300 files valid')
    expect(onTerminal.stderr).toContain('of 300 files')
    expect((await runOn(false, ['validate', 'fact.v1', ...files], cwd)).stderr).toBe('')
  })

  it('shows no progress bar for few files', async () => {
    expect((await runOn(true, ['validate', 'finding.v1', broken])).stderr).toBe('')
  })
})
