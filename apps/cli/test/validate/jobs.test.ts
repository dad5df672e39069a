import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

import { program, repository, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const compact = (file: string): string =>
  JSON.stringify(JSON.parse(readFileSync(join(repository, 'docs/examples', file), 'utf8')))

const valid = compact('valid/finding.v1.json')
const broken = compact('broken/finding.v1.several-violations.json')
const args = ['validate', 'finding.v1', '--ndjson']
/** They are several chunks long. */
const LINES = 1_000
const manyLines = `${valid}\n`.repeat(LINES)

/** Lines of every kind, several chunks long. */
const hostile = Buffer.concat(
  Array.from({ length: 40 }, (_, index) => [
    ...[valid, broken, `${valid}\r`, '', ' \t\r', 'null', '{"schema":', `\uFEFF${valid}`, '\u0000', '\u2028'],
    valid.replace(/"title":"/, `"title":"::error::\u0000\\u0007\uFFFD😀 ${index} `),
    '['.repeat(index * 60),
    `{"extra":"${'x'.repeat(index * 5_000)}"}`,
  ])
    .flat()
    .flatMap((line, index) => [
      Buffer.from(line),
      ...(index % 17 === 0 ? [Buffer.of(0xff, 0xc3)] : []),
      Buffer.from('\n'),
    ]),
)

describe('workbench validate --ndjson --jobs', () => {
  it.each([
    ['lines of every kind', hostile],
    ['a last line without a line feed', `${manyLines}${broken}`],
    ['CR LF line endings', manyLines.replaceAll('\n', '\r\n')],
    ['chunks of blank lines before the first artifact', `${'\n'.repeat(150_000)}${manyLines}`],
    ['a start of a value in the first line with content', `${'\n'.repeat(150_000)}{\n`],
    [
      'a line of several chunks',
      `${manyLines}${valid.replace('{', `{"x":"${'x'.repeat(5_000_000)}",`)}\n${valid}`,
    ],
    ['one line', valid],
    ['no line', ''],
  ])(
    'prints the same as without --jobs for %s',
    async (_, input) => {
      for (const [first, ...rest] of [args, ['validate', '--ndjson']]) {
        const expected = await workbench([first ?? '', ...rest], { input })
        for (const jobs of ['1', '3'])
          expect(await workbench([first ?? '', ...rest, '--jobs', jobs], { input })).toEqual(expected)
      }
    },
    60_000,
  )

  it('prints the results of named files, with the errors of files that cannot be read', async () => {
    const cwd = temporaryDirectory()
    writeFileSync(join(cwd, 'a.ndjson'), manyLines)
    writeFileSync(join(cwd, 'b.ndjson'), `${manyLines}${broken}\n`)
    const named = [...args, 'a.ndjson', 'missing.ndjson', 'b.ndjson']
    const expected = await workbench(named, { cwd })
    expect(expected.status).toBe(2)
    expect(await workbench([...named, '--jobs', '2'], { cwd })).toEqual(expected)
  })

  it('prints the results before a line whose contract cannot be used', async () => {
    const schemas = temporaryDirectory()
    const finding = readFileSync(join(repository, 'schemas/finding.v1.schema.json'))
    writeFileSync(join(schemas, 'finding.v1.schema.json'), finding)
    writeFileSync(join(schemas, 'bad.v1.schema.json'), '{"type":"unknown"}')
    const input = `${manyLines}{"schema":"bad.v1"}\n${valid}\n`
    for (const jobs of [[], ['--jobs', '2']]) {
      const { status, stdout, stderr } = await workbench(
        ['validate', '--ndjson', '--schemas', schemas, ...jobs],
        { input },
      )
      expect(status).toBe(2)
      expect(stdout.split('\n').length - 1).toBe(LINES)
      const message = `workbench: cannot read -: line ${LINES + 1}: its contract cannot be used: `
      expect(stderr.startsWith(message)).toBe(true)
    }
  })

  it('prints the results of a chunk before the next one arrives', async () => {
    const child = spawn(process.execPath, [program, ...args, '--jobs', '2'], { cwd: repository })
    const results: string[] = []
    for (let line = 1; line <= 4; line++) {
      child.stdin.write(`${valid}\n`)
      results.push(String((await once(child.stdout, 'data'))[0]))
    }
    child.stdin.end()
    await once(child, 'close')
    expect(results).toEqual([1, 2, 3, 4].map((line) => `{"line":${line},"valid":true}\n`))
  })

  it('stops reading its input while the reader of its output is slow', async () => {
    const child = spawn(process.execPath, [program, ...args, '--jobs', '2'], { cwd: repository })
    const lines = Buffer.from(manyLines)
    let batches = 0
    const late = () => new Promise((resolve) => setTimeout(resolve, 2000, false))
    while (child.stdin.write(lines) || (await Promise.race([once(child.stdin, 'drain'), late()]))) batches++
    expect(batches * LINES).toBeLessThan(100_000)
    child.stdin.end()
    expect((await text(child.stdout)).split('\n').length - 1).toBe((batches + 1) * LINES)
  }, 30_000)

  it('exits with 141 and without an error message when its reader closes the pipe', async () => {
    const child = spawn(process.execPath, [program, ...args, '--jobs', '2'], { cwd: repository })
    const errors = text(child.stderr)
    child.stdin.on('error', () => undefined)
    child.stdout.once('data', () => child.stdout.destroy())
    const feed = () => {
      while (child.stdin.writable && child.stdin.write(manyLines));
    }
    child.stdin.on('drain', feed)
    feed()
    const [status] = (await once(child, 'close')) as [number]
    expect({ status, errors: await errors }).toEqual({ status: 141, errors: '' })
  })

  it('is ended by SIGTERM', async () => {
    const child = spawn(process.execPath, [program, ...args, '--jobs', '2'], { cwd: repository })
    child.stdin.on('error', () => undefined)
    child.stdin.write(manyLines)
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([null, 'SIGTERM'])
  })

  it.each([
    ['exits', 'process.exit(0)', 'exit code 0'],
    ['throws', 'throw new Error("no memory")', 'no memory'],
  ])('exits with 2 if a worker thread %s, also while it waits for more input', async (_, code, reason) => {
    const preload = join(temporaryDirectory(), 'preload.mjs')
    writeFileSync(
      preload,
      `import { isMainThread, parentPort } from 'node:worker_threads'
      let chunks = 0
      if (!isMainThread) parentPort.on('message', () => { if (++chunks === 4) { ${code} } })`,
    )
    const flags = ['--import', pathToFileURL(preload).href]
    const child = spawn(process.execPath, [...flags, program, ...args, '--jobs', '2'], { cwd: repository })
    child.stdin.on('error', () => undefined)
    // The input stays open.
    child.stdin.write(manyLines)
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number]>,
    ])
    expect(status).toBe(2)
    expect(stderr).toBe(
      `workbench: a worker thread ended before it had validated all its lines: ${reason}; lines without a result are not validated; retry with fewer --jobs, or without --jobs\n`,
    )
    const lines = stdout.split('\n').slice(0, -1)
    expect(lines.length).toBeLessThan(LINES)
    expect(lines).toEqual(lines.map((_, index) => `{"line":${index + 1},"valid":true}`))
  })

  it.each(['0', 'abc', '65', '1.5', '-1', '1e1', ''])('exits with 2 for --jobs=%s', async (jobs) => {
    const { status, stderr } = await workbench([...args, `--jobs=${jobs}`], { input: valid })
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `workbench: Expected a number of --jobs from 1 to 64; received "${jobs}"\n`,
    })
  })

  it('exits with 2 for --jobs without --ndjson', async () => {
    const { status, stderr } = await workbench(['validate', '-', '--jobs', '2'], { input: valid })
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr:
        'workbench: --jobs validates the lines of --ndjson in parallel; add --ndjson, or leave out --jobs\n',
    })
  })
})
