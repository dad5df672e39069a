import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import { call, cancelled, connected, endOf, initialize, ping } from '../raw-client.ts'
import { example, program, projectWith } from '../server.ts'

const MIB = 2 ** 20

const project = () => projectWith({ 'a.json': example('valid/finding.v1.json') })

describe('the server ignores and handles the next request after', () => {
  it.each([
    ['text that is not JSON', 'not JSON\n'],
    ['half a message', '{"jsonrpc":"2.0","id":1,\n'],
    ['NUL bytes', '\0\0\0\n'],
    ['blank lines', '\n  \r\n\n'],
    ['UTF-16', Buffer.from(`\ufeff${ping(1)}`, 'utf16le').subarray(0, -1)],
    ['a byte-order mark', `\ufeff${ping(1)}`],
    ['an unclosed array in 2,000,000 levels', `${'['.repeat(2e6)}\n`],
    ['null', 'null\n'],
    ['an empty object', '{}\n'],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":4,"method":"ping"}\n'],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}\n'],
    ['a malformed response', '{"jsonrpc":"2.0","error":{}}\n'],
    ['a batch', `[${ping(1).trim()},${ping(2).trim()}]\n`],
    [
      'parameters in 2,000,000 levels',
      `{"jsonrpc":"2.0","id":7,"method":"ping","params":${'['.repeat(2e6)}${']'.repeat(2e6)}}\n`,
    ],
    ['an unknown member of 100 kB', `{"jsonrpc":"2.0","id":8,"method":"ping","${'x'.repeat(1e5)}":1}\n`],
  ])('%s', async (_, data) => {
    const { server, ready, answersTo } = connected(project())
    await ready
    expect((await answersTo(data)).filter(({ id }) => id !== 'init')).toEqual([])
    const { status, stderr } = await endOf(server)
    expect(status).toBe(0)
    expect(stderr).toMatch(/^(?:workbench: .{1,4000}\n)?$/)
  })
})

describe('the server', () => {
  it('answers an unknown method with an error', async () => {
    const { server, ready, answersTo } = connected(project())
    await ready
    const answers = await answersTo('{"jsonrpc":"2.0","id":9,"method":"no/such/method"}\n')
    expect(answers.find(({ id }) => id === 9)).toMatchObject({ error: { code: -32601 } })
    expect(await endOf(server)).toMatchObject({ status: 0, stderr: '' })
  })

  it.each([
    [
      'with its id at the start',
      (id: number, title: string) => call(id, { schema: 'finding.v1', artifact: { title } }),
      1,
    ],
    [
      'with its id at the end, as the SDK writes it',
      (id: number, title: string) =>
        `{"method":"tools/call","params":{"name":"x","arguments":{"title":"${title}"}},"jsonrpc":"2.0","id":${id}}\n`,
      1,
    ],
    [
      'with an id that is only in its arguments',
      (id: number, title: string) => `{"a":{"title":"${title}","id":${id}}}\n`,
      null,
    ],
    ['with an id that is not JSON', (_: number, title: string) => `{"id":"\\q","title":"${title}"}\n`, null],
  ])('answers a request of more than 10 MiB with an error, and lives on: %s', async (_, request, id) => {
    const { server, ready, answersTo, answerTo, write } = connected(project())
    await ready
    const answers = await answersTo(request(1, 'x'.repeat(12 * MIB)))
    expect(answers).toContainEqual({
      jsonrpc: '2.0',
      id,
      error: { code: -32600, message: expect.stringContaining('more than 10485760 bytes') as unknown },
    })
    await write(call(2, { schema: 'finding.v1', path: 'a.json' }))
    expect(await answerTo(2)).toMatchObject({ result: { structuredContent: { valid: true } } })
    expect(await endOf(server)).toMatchObject({ status: 0 })
  })

  it('accepts a request of just under 10 MiB', async () => {
    const { server, ready, write, answerTo } = connected(project())
    await ready
    await write(call(1, { schema: 'finding.v1', artifact: { title: 'x'.repeat(10 * MIB - 200) } }))
    expect(await answerTo(1)).toMatchObject({ result: { structuredContent: { valid: false } } })
    await endOf(server)
  })

  it('handles several requests in one chunk', async () => {
    const { server, ready, answersTo } = connected(project())
    await ready
    const answers = await answersTo(`${ping(1)}${ping(2).trim()}\r\nx\n${ping(3)}`)
    const ids = answers.map(({ id }) => id).filter((id) => id !== 'init')
    expect(ids.sort()).toEqual([1, 2, 3])
    await endOf(server)
  })

  it('handles a request that is cut at every byte, also within a character', async () => {
    const { server, ready, write, answerTo } = connected(project())
    await ready
    for (const byte of Buffer.from(call('é😀', { schema: 'finding.v1', path: 'a.json' })))
      await write(Buffer.of(byte))
    expect(await answerTo('é😀')).toMatchObject({ result: { structuredContent: { valid: true } } })
    await endOf(server)
  })

  it('answers every request that it received before its input ended, to a client that reads late', async () => {
    const { child, ended } = start()
    const calls = showPlan(200)
    child.stdin.end(initialize + calls.join(''))
    await once(child.stdin, 'finish')
    expect(idsIn(await text(child.stdout))).toEqual(['init', ...calls.keys()])
    expect(await ended).toEqual([0, null])
  })

  it('reads no further requests while the client does not read the responses', async () => {
    const { child, ended } = start()
    const calls = showPlan(4_000)
    let sent = 0
    const sending = (async () => {
      for (const request of [initialize, ...calls]) {
        await new Promise((resolve) => child.stdin.write(request, resolve))
        sent++
      }
      child.stdin.end()
    })()
    const progress = () => `${sent} ${processorTime(child)}`
    for (let before = ''; before !== progress(); await sleep(500)) before = progress()
    expect(sent).toBeLessThan(calls.length)
    expect(idsIn(await text(child.stdout))).toEqual(['init', ...calls.keys()])
    await sending
    expect(await ended).toEqual([0, null])
  })

  it('keeps nothing of cancelled calls', async () => {
    // All together need more memory than the server has.
    const env = { NODE_OPTIONS: '--max-old-space-size=64' }
    const { server, ready, write, answerTo } = connected(project(), '2025-06-18', env)
    await ready
    const artifact = { title: 'x'.repeat(2 * MIB) }
    for (let id = 1; id <= 45; id++) {
      await write(call(id, { schema: 'finding.v1', artifact }))
      await write(cancelled(id))
    }
    await write(ping('last'))
    expect(await answerTo('last')).toMatchObject({ result: {} })
    expect(await endOf(server)).toEqual({ status: 0, stderr: '' })
  })

  it('ends without a stack trace if standard output is closed', async () => {
    const { child, ended } = start()
    const stderr = text(child.stderr)
    child.stdin.on('error', () => undefined)
    child.stdin.write(initialize)
    await once(child.stdout, 'data')
    child.stdout.destroy()
    // A pipe reports that it was closed at the next write.
    const timer = setInterval(() => child.stdin.write(ping(1)), 20)
    expect(await ended).toEqual([0, null])
    clearInterval(timer)
    expect(await stderr).toBe('workbench: write EPIPE\n')
  })
})

/** Starts the server without reading its output. */
function start() {
  const child = spawn(process.execPath, [program], { cwd: project(), timeout: 60_000 })
  return { child, ended: once(child, 'exit') }
}

/** In ticks of the clock, with that of the system. */
const processorTime = ({ pid }: ChildProcess): string =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13, 15).join()

/** Calls with a response of 12 kB each. */
const showPlan = (count: number): string[] =>
  Array.from({ length: count }, (_, id) => call(id, { schema: 'plan.v1' }, 'contract_show'))

const idsIn = (output: string): unknown[] =>
  output
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { readonly id: unknown }).id)
