import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import { call, connected, endOf, initialize, ping } from '../raw-client.ts'
import { example, program, projectWith, startServer } from '../server.ts'

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
    ['and stays open', false],
    ['and ends', true],
  ])('ends with a message if a request has more than 10 MiB, and the input continues %s', async (_, ends) => {
    const { server, ready, answersTo } = connected(project())
    await ready
    await answersTo()
    server.child.stdin.on('error', () => undefined)
    server.child.stdin.write(call(1, { schema: 'finding.v1', artifact: { title: 'x'.repeat(11 * MIB) } }))
    if (ends) server.child.stdin.end()
    expect(await server.ended).toBe(0)
    expect(await server.stderr).toBe('workbench: ReadBuffer exceeded maximum size of 10485760 bytes\n')
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
    const { child, stdout, ended } = startServer({ cwd: project() })
    child.stdout.pause()
    const calls = Array.from({ length: 200 }, (_, id) => call(id, { schema: 'plan.v1' }, 'contract_show'))
    child.stdin.end(initialize + calls.join(''))
    await once(child.stdin, 'finish')
    child.stdout.resume()
    expect(await ended).toBe(0)
    expect((await stdout).split('\n').slice(0, -1).map(idOf)).toEqual(['init', ...calls.keys()])
  })

  it('reads no further requests while the client does not read the responses', async () => {
    const { child, stdout, ended } = startServer({ cwd: project() })
    child.stdout.pause()
    const calls = Array.from({ length: 4_000 }, (_, id) => call(id, { schema: 'plan.v1' }, 'contract_show'))
    child.stdin.end(initialize + calls.join(''))
    const unread = () => child.stdin.writableLength
    for (let before = -1; before !== unread();) {
      before = unread()
      await sleep(500)
    }
    expect(unread()).toBeGreaterThan(0)
    child.stdout.resume()
    expect(await ended).toBe(0)
    expect((await stdout).split('\n').slice(0, -1).map(idOf)).toEqual(['init', ...calls.keys()])
  })

  it('ends without a stack trace if standard output is closed', async () => {
    const child = spawn(process.execPath, [program], { cwd: projectWith(), timeout: 20_000 })
    const ended = once(child, 'exit')
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

const idOf = (line: string): unknown => (JSON.parse(line) as { readonly id: unknown }).id
