import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'

import { openContracts, type Violation } from '@workbench/contracts'
import fc from 'fast-check'

import { lineChunks } from '../src/commands/validate/line-chunks.ts'
import { program, repository, workbench } from './run-workbench.ts'

interface LineVerdict {
  readonly file?: string
  readonly line: number
  readonly valid: boolean
  readonly violations?: readonly Violation[]
}

const compact = (file: string): string =>
  JSON.stringify(JSON.parse(readFileSync(join(repository, 'docs/examples', file), 'utf8')))

const valid = compact('valid/finding.v1.json')
const broken = compact('broken/finding.v1.severity-not-in-enum.json')
const args = ['validate', 'finding.v1', '--ndjson']

const verdictsIn = (stdout: string): LineVerdict[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LineVerdict)

describe('workbench validate --ndjson', () => {
  it('writes a verdict a line in the order of the lines, and exits with 1 where one is not valid', async () => {
    const { status, stdout, stderr } = await workbench(args, { input: `${valid}\n${broken}\n${valid}\n` })
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    const verdict = openContracts({ cwd: repository }).get('finding.v1').validateText(broken)
    const violations = verdict.valid ? [] : verdict.violations
    expect(violations).toHaveLength(1)
    expect(verdictsIn(stdout)).toEqual([
      { line: 1, valid: true },
      { line: 2, valid: false, violations: violations.map((violation) => ({ ...violation, line: 2 })) },
      { line: 3, valid: true },
    ])
  })

  it('exits with 0 where all lines are valid, and where there are none', async () => {
    expect(await workbench(args, { input: `${valid}\n` })).toEqual({
      status: 0,
      stdout: '{"line":1,"valid":true}\n',
      stderr: '',
    })
    expect(await workbench([...args, '-'], { input: '' })).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it.each([
    ['a last line without an end', `${valid}\n${valid}`, [1, 2]],
    ['CR LF at the end of lines', `${valid}\r\n${valid}\r\n`, [1, 2]],
    ['blank lines, which have no verdict', `\n${valid}\n \t\r\n\n${valid}\n\n`, [2, 5]],
  ])('takes %s', async (_what, input, lines) => {
    const { status, stdout } = await workbench(args, { input })
    expect(status).toBe(0)
    expect(verdictsIn(stdout)).toEqual(lines.map((line) => ({ line, valid: true })))
  })

  it('finds each line broken by itself: what is not JSON, not UTF-8, marked, or gives a member twice', async () => {
    const bytes = (text: string) => Buffer.from(text)
    const lines = [
      bytes(valid),
      bytes('{"schema":\r'),
      Buffer.concat([bytes('{"é":"'), Buffer.of(0xff), bytes('"}')]),
      bytes(valid.replace('{', '{"schema":"finding.v1",')),
      bytes(`\uFEFF${valid}`),
      bytes(valid.replace(/"title":"/, '"title":"\uFFFD ')),
      bytes('null'),
    ]
    const input = Buffer.concat(lines.flatMap((line) => [line, bytes('\n')]))
    const { status, stdout } = await workbench(args, { input })
    expect(status).toBe(1)
    expect(
      verdictsIn(stdout).map(({ line, valid, violations = [] }) => [
        line,
        valid,
        ...violations.map(({ keyword, line, column }) => `${keyword} ${line}:${column}`),
      ]),
    ).toEqual([
      [1, true],
      [2, false, 'syntax 2:11'],
      [3, false, 'syntax 3:7'],
      [4, false, expect.stringMatching(/^duplicate 4:\d+$/)],
      [5, false, 'syntax 5:1'],
      [6, true],
      [7, false, 'type 7:1'],
    ])
  })

  it('reads named files, and says which; one that cannot be read does not keep it from the others', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'workbench-'))
    writeFileSync(join(cwd, 'a.ndjson'), `${valid}\n${valid}\n`)
    writeFileSync(join(cwd, 'list'), 'a.ndjson\n')
    const { status, stdout, stderr } = await workbench(
      [...args, 'missing.ndjson', 'a.ndjson', '--files-from', 'list'],
      { cwd },
    )
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'workbench: cannot read missing.ndjson: no such file\n',
    })
    const lines = [1, 2, 1, 2]
    expect(verdictsIn(stdout)).toEqual(lines.map((line) => ({ file: 'a.ndjson', line, valid: true })))
  })

  it('takes a line of 100 MB', async () => {
    const long = valid.replace('{', `{"extra":"${'x'.repeat(100_000_000)}",`)
    const { status, stdout } = await workbench(args, { input: `${valid}\n${long}\n${valid}` })
    expect(status).toBe(1)
    expect(verdictsIn(stdout)).toMatchObject([
      { line: 1, valid: true },
      { line: 2, valid: false, violations: [{ path: '/extra', keyword: 'additionalProperties' }] },
      { line: 3, valid: true },
    ])
  })

  it('waits for a reader that is slow, and takes no more of its input meanwhile', async () => {
    const child = spawn(process.execPath, [program, ...args], { cwd: repository })
    const lines = Buffer.from(`${valid}\n`.repeat(500))
    let taken = 0
    // Nobody reads the verdicts: the pipes fill, and then nothing more may be taken.
    while (child.stdin.write(lines) || (await Promise.race([once(child.stdin, 'drain'), setTimeout(2000)])))
      taken++
    expect(taken * 500).toBeLessThan(100_000)
    child.stdin.end()
    let verdicts = 0
    for await (const chunk of child.stdout) verdicts += String(chunk).split('\n').length - 1
    expect(verdicts).toBe((taken + 1) * 500)
  })

  it('ends without a word when its reader leaves', async () => {
    const child = spawn(process.execPath, [program, ...args], { cwd: repository })
    let words = ''
    child.stderr.on('data', (chunk: Buffer) => (words += String(chunk)))
    child.stdin.on('error', () => undefined)
    const lines = Buffer.from(`${valid}\n`.repeat(500))
    child.stdout.once('data', () => child.stdout.destroy())
    const feed = () => {
      while (child.stdin.writable && child.stdin.write(lines));
    }
    child.stdin.on('drain', feed)
    feed()
    const [status] = (await once(child, 'close')) as [number]
    expect({ status, words }).toEqual({ status: 0, words: '' })
  })

  it('takes no --format beside it', async () => {
    const { status, stderr } = await workbench([...args, '--format', 'json'])
    expect(status).toBe(2)
    expect(stderr).toBe('workbench: With --ndjson, each verdict is a line of JSON; leave --format out\n')
  })
})

describe('lineBlocks()', () => {
  it('gives the bytes of the stream, in blocks that end with a line, wherever the stream is cut', async () => {
    const chunks = fc.array(
      fc.uint8Array({ maxLength: 6 }).map((bytes) => bytes.map((byte) => (byte < 96 ? 10 : byte))),
    )
    await fc.assert(
      fc.asyncProperty(chunks, async (chunks) => {
        const blocks: Buffer[] = []
        for await (const block of lineChunks(Readable.from(chunks, { objectMode: true }))) blocks.push(block)
        expect(Buffer.concat(blocks)).toEqual(Buffer.concat(chunks))
        for (const block of blocks.slice(0, -1)) expect(block.at(-1)).toBe(10)
        expect(blocks.every((block) => block.length > 0)).toBe(true)
      }),
    )
  })
})

describe('workbench validate --files-from', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'workbench-'))
  for (const name of ['a.json', '-', 'ö 😀.json', '--x.json']) writeFileSync(join(cwd, name), valid)

  it('checks the files that a list names, after those on the command line', async () => {
    writeFileSync(join(cwd, 'list'), 'ö 😀.json\r\n\n-\n--x.json\nmissing.json')
    const { status, stdout, stderr } = await workbench(
      ['validate', 'finding.v1', 'a.json', '--files-from', 'list', '--format', 'json'],
      { cwd },
    )
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'workbench: cannot read missing.json: no such file\n',
    })
    const { results } = JSON.parse(stdout) as { results: { file: string; valid: boolean }[] }
    expect(results.map(({ file, valid }) => [file, valid])).toEqual([
      ['a.json', true],
      ['ö 😀.json', true],
      ['./-', true],
      ['--x.json', true],
      ['missing.json', false],
    ])
  })

  it('reads the list from standard input for -', async () => {
    const input = 'a.json\n'.repeat(10_000)
    const { status, stdout } = await workbench(['validate', 'finding.v1', '--files-from', '-'], {
      cwd,
      input,
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'finding.v1: 10000 files valid\n' })
  })

  it.each([
    [['--files-from', 'nowhere'], 'Cannot read the list nowhere: no such file'],
    [['--files-from', '-', '-'], 'Standard input can be read once; name - once'],
  ])('exits with 2 and says what was wrong for %j', async (rest, message) => {
    const { status, stderr } = await workbench(['validate', 'finding.v1', ...rest], { cwd })
    expect({ status, stderr }).toEqual({ status: 2, stderr: `workbench: ${message}\n` })
  })
})
