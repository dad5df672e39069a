import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'

import { openContracts, type Violation } from '@workbench/contracts'
import fc from 'fast-check'

import { linesOf } from '../../src/commands/validate/lines.ts'
import { program, repository, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

interface LineResult {
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

const resultsIn = (stdout: string): LineResult[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LineResult)

describe('workbench validate --ndjson', () => {
  it('prints one result per line in input order, and exits with 1 if a line is invalid', async () => {
    const { status, stdout, stderr } = await workbench(args, { input: `${valid}\n${broken}\n${valid}\n` })
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    const verdict = openContracts({ cwd: repository }).get('finding.v1').validateText(broken)
    const violations = verdict.valid ? [] : verdict.violations
    expect(violations).toHaveLength(1)
    expect(resultsIn(stdout)).toEqual([
      { line: 1, valid: true },
      { line: 2, valid: false, violations: violations.map((violation) => ({ ...violation, line: 2 })) },
      { line: 3, valid: true },
    ])
  })

  it('names the same line in the message of a violation as in its member', async () => {
    const again = valid.replace('{', '{"schema":"finding.v1",')
    const { stdout } = await workbench(args, { input: `${valid}\n${again}\n{"a":tru,"b":tru}\n` })
    const [, [duplicate] = [], third = []] = resultsIn(stdout).map(({ violations = [] }) => violations)
    const syntax = third.find(({ keyword }) => keyword === 'syntax')
    expect(duplicate).toMatchObject({ line: 2, message: expect.stringContaining(' from line 2 ') as string })
    expect(syntax).toMatchObject({ line: 3, message: expect.stringMatching(/ more in line 3$/) as string })
  })

  it('exits with 0 if all lines are valid and if there are no lines', async () => {
    expect(await workbench(args, { input: `${valid}\n` })).toEqual({
      status: 0,
      stdout: '{"line":1,"valid":true}\n',
      stderr: '',
    })
    expect(await workbench([...args, '-'], { input: '' })).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it.each([
    ['a last line without a line feed', `${valid}\n${valid}`, [1, 2]],
    ['CR LF line endings', `${valid}\r\n${valid}\r\n`, [1, 2]],
    ['blank lines, which have no result', `\n${valid}\n \t\r\n\n${valid}\n\n`, [2, 5]],
  ])('accepts %s', async (_what, input, lines) => {
    const { status, stdout } = await workbench(args, { input })
    expect(status).toBe(0)
    expect(resultsIn(stdout)).toEqual(lines.map((line) => ({ line, valid: true })))
  })

  it('reports invalid JSON, invalid UTF-8, a byte order mark and a duplicate member in their line only', async () => {
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
      resultsIn(stdout).map(({ line, valid, violations = [] }) => [
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

  it('adds the file name to the results of named files, and continues after an unreadable file', async () => {
    const cwd = temporaryDirectory()
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
    expect(resultsIn(stdout)).toEqual(lines.map((line) => ({ file: 'a.ndjson', line, valid: true })))
  })

  it('exits with 2 if a file is unreadable and a later one is invalid', async () => {
    const { status, stdout } = await workbench([...args, 'missing.ndjson', '-'], { input: broken })
    expect(status).toBe(2)
    expect(resultsIn(stdout)).toMatchObject([{ line: 1, valid: false }])
  })

  it('skips blank lines beside a line of invalid UTF-8', async () => {
    const input = Buffer.concat([
      Buffer.from('\n \t\r\n'),
      Buffer.of(0xff, 0x0a),
      Buffer.from(`${valid}\r\n\n${valid}`),
    ])
    const { stdout } = await workbench(args, { input })
    expect(resultsIn(stdout).map(({ line, valid }) => [line, valid])).toEqual([
      [3, false],
      [4, true],
      [6, true],
    ])
  })

  it('accepts a line of 100 MB', async () => {
    const long = valid.replace('{', `{"extra":"${'x'.repeat(100_000_000)}",`)
    const { status, stdout } = await workbench(args, { input: `${valid}\n${long}\n${valid}` })
    expect(status).toBe(1)
    expect(resultsIn(stdout)).toMatchObject([
      { line: 1, valid: true },
      { line: 2, valid: false, violations: [{ path: '/extra', keyword: 'additionalProperties' }] },
      { line: 3, valid: true },
    ])
  })

  it('stops reading its input while the reader of its output is slow', async () => {
    const child = spawn(process.execPath, [program, ...args], { cwd: repository })
    const lines = Buffer.from(`${valid}\n`.repeat(500))
    let batches = 0
    // Nothing reads the output yet: once the pipes are full, the command must stop reading its input.
    while (child.stdin.write(lines) || (await Promise.race([once(child.stdin, 'drain'), setTimeout(2000)])))
      batches++
    expect(batches * 500).toBeLessThan(100_000)
    child.stdin.end()
    let results = 0
    for await (const chunk of child.stdout) results += String(chunk).split('\n').length - 1
    expect(results).toBe((batches + 1) * 500)
  })

  it('exits with 141 and without an error message when its reader closes the pipe', async () => {
    const child = spawn(process.execPath, [program, ...args], { cwd: repository })
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)))
    child.stdin.on('error', () => undefined)
    const lines = Buffer.from(`${valid}\n`.repeat(500))
    child.stdout.once('data', () => child.stdout.destroy())
    const feed = () => {
      while (child.stdin.writable && child.stdin.write(lines));
    }
    child.stdin.on('drain', feed)
    feed()
    const [status] = (await once(child, 'close')) as [number]
    expect({ status, errors }).toEqual({ status: 141, errors: '' })
  })

  it('exits with 2 if --format is given too', async () => {
    const { status, stderr } = await workbench([...args, '--format', 'json'])
    expect(status).toBe(2)
    expect(stderr).toBe(
      'workbench: --ndjson prints one JSON result per line and cannot be combined with --format\n',
    )
  })
})

describe('linesOf()', () => {
  it('yields the lines of the stream, however the stream is chunked', async () => {
    const chunks = fc.array(
      fc.uint8Array({ maxLength: 6 }).map((bytes) => bytes.map((byte) => (byte < 96 ? 10 : byte))),
    )
    await fc.assert(
      fc.asyncProperty(chunks, async (chunks) => {
        const lines: string[] = []
        for await (const some of linesOf(Readable.from(chunks, { objectMode: true })))
          lines.push(...some.map((line) => Buffer.from(line).toString('latin1')))
        const expected = Buffer.concat(chunks).toString('latin1').split('\n')
        expect(lines).toEqual(expected.at(-1) === '' ? expected.slice(0, -1) : expected)
      }),
    )
  })
})

describe('workbench validate --files-from', () => {
  const cwd = temporaryDirectory()
  writeFileSync(join(cwd, 'empty'), '')
  writeFileSync(join(cwd, 'blank'), '\n\r\n\n')
  for (const name of ['a.json', '-', 'ö 😀.json', '--x.json']) writeFileSync(join(cwd, name), valid)

  it('validates the files that the list names after those on the command line', async () => {
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
    [['--files-from', 'nowhere'], 'cannot read nowhere: no such file'],
    [['--files-from', 'empty'], 'cannot read empty: the list names no files'],
    [['--files-from', 'blank'], 'cannot read blank: the list names no files'],
    [['--files-from', 'empty', 'a.json'], 'cannot read empty: the list names no files'],
    [['--files-from', 'empty', '--ndjson'], 'cannot read empty: the list names no files'],
    [['--files-from', '-'], 'cannot read -: the list names no files'],
    [['--files-from', '.'], 'cannot read .: it is a directory; specify a file'],
    [['--files-from', '-', '-'], 'Standard input can be read only once; name - once'],
  ])('exits with 2 and prints the error for %j', async (rest, message) => {
    const { status, stderr } = await workbench(['validate', 'finding.v1', ...rest], { cwd })
    expect({ status, stderr }).toEqual({ status: 2, stderr: `workbench: ${message}\n` })
  })

  it.each(['text', 'json', 'github', 'sarif'])(
    'prints an empty list as unread with --format %s',
    async (format) => {
      const { stdout } = await workbench(
        ['validate', 'finding.v1', '--files-from', 'empty', '--format', format],
        { cwd },
      )
      expect(stdout).toMatch(/finding\.v1: 0 files valid, 1 not validated\n|the list names no files/)
      expect(stdout).not.toContain('"valid":true')
    },
  )
})
