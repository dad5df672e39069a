import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

import { call, connected, endOf, initialize, ping } from '../raw-client.ts'
import { example, program, projectWith, type ServerProcess } from '../server.ts'

const MIB = 2 ** 20

const project = () => projectWith({ 'a.json': example('valid/finding.v1.json') })

describe('the server answers with an error and handles the next request after', () => {
  it.each([
    ['text that is not JSON', 'not JSON\n', null, -32700],
    ['half a message', '{"jsonrpc":"2.0","id":1,\n', null, -32700],
    ['invalid UTF-8', Buffer.from('{"jsonrpc":"2.0","id":1,"method":"\xff"}\n', 'latin1'), null, -32700],
    ['UTF-16', Buffer.from(`\ufeff${ping(1)}`, 'utf16le').subarray(0, -1), null, -32700],
    ['NUL bytes', '\0\0\0\n', null, -32700],
    ['a NUL byte in a string', '{"jsonrpc":"2.0","id":1,"method":"p\0"}\n', null, -32700],
    ['a byte-order mark', `\ufeff${ping(1)}`, null, -32700],
    ['a batch', `[${ping(1).trim()},${ping(2).trim()}]\n`, null, -32600],
    ['an empty batch', '[]\n', null, -32600],
    ['null', 'null\n', null, -32600],
    ['a number', '7\n', null, -32600],
    ['an empty object', '{}\n', null, -32600],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":4,"method":"ping"}\n', 4, -32600],
    ['a message without a version', '{"id":"x","method":"ping"}\n', 'x', -32600],
    ['a method that is not a string', '{"jsonrpc":"2.0","id":5,"method":7}\n', 5, -32600],
    ['the id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}\n', null, -32600],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}\n', null, -32600],
    ['an id of 257 characters', ping('x'.repeat(257)), null, -32600],
    [
      'an argument in 1,001 levels',
      call(6, { artifact: '?' }).replace('"?"', '['.repeat(1001) + ']'.repeat(1001)),
      6,
      -32600,
    ],
    [
      'arrays in 2,000,000 levels',
      `{"jsonrpc":"2.0","id":7,"method":"ping","params":${'['.repeat(2e6)}${']'.repeat(2e6)}}\n`,
      7,
      -32600,
    ],
    ['an unclosed array in 2,000,000 levels', `${'['.repeat(2e6)}\n`, null, -32700],
    [
      'arguments twice',
      '{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"contract_validate","arguments":{},"arguments":{}}}\n',
      8,
      -32600,
    ],
    ['an unknown method', '{"jsonrpc":"2.0","id":9,"method":"no/such/method"}\n', 9, -32601],
  ])('%s', async (_, data, id, code) => {
    const { server, ready, answersTo } = connected(project())
    await ready
    const answers = (await answersTo(data)).filter((response) => response.id !== 'init')
    expect(answers).toMatchObject([{ id, error: { code } }])
    expect(await endOf(server)).toMatchObject({ status: 0, stderr: '' })
  })

  it.each([
    ['before', (text: string) => `{"jsonrpc":"2.0","id":77,"method":"tools/call","params":${text}}`],
    ['after', (text: string) => `{"method":"tools/call","params":${text},"jsonrpc":"2.0","id":77}`],
  ])('a request of 11 MiB, with the id of the request, which is %s the parameters', async (_, around) => {
    const { server, ready, answersTo } = connected(project())
    await ready
    const text = around(
      `{"name":"contract_validate","arguments":{"artifact":{"id":3,"x":"\\"}${'x'.repeat(11 * MIB)}"}}}`,
    )
    const answers = (await answersTo(`${text}\n`)).filter(({ id }) => id !== 'init')
    expect(answers).toEqual([
      {
        jsonrpc: '2.0',
        id: 77,
        error: {
          code: -32600,
          message: 'Expected a request of at most 10485760 bytes; received a longer one',
        },
      },
    ])
    expect(await endOf(server)).toMatchObject({ status: 0, stderr: '' })
  })

  it('a line of 100 MiB, with bounded memory, and also while the line has no end', async () => {
    const { server, ready, write, answersTo } = connected(project())
    await ready
    await answersTo()
    const before = residentMemory(server)
    const part = Buffer.alloc(MIB, 'x')
    for (let count = 0; count < 100; count++) await write(part)
    expect(residentMemory(server) - before).toBeLessThan(60 * MIB)
    expect(await answersTo('\n')).toMatchObject([{ id: null, error: { code: -32600 } }])
    expect(await endOf(server)).toMatchObject({ status: 0, stderr: '' })
  })

  it('a line that is not complete when standard input closes', async () => {
    const { server, ready, write } = connected(project())
    await ready
    await write('{"jsonrpc":"2.0"')
    expect(await endOf(server)).toMatchObject({ status: 0, stderr: '' })
    expect(await server.stdout).toContain('"code":-32700')
  })
})

/** In bytes. */
const residentMemory = ({ child }: ServerProcess): number =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1])

describe('the server', () => {
  it('accepts a request of just under 10 MiB', async () => {
    const { server, ready, write, answerTo } = connected(project())
    await ready
    await write(call(1, { schema: 'finding.v1', artifact: { title: 'x'.repeat(10 * MIB - 200) } }))
    expect(await answerTo(1)).toMatchObject({ result: { structuredContent: { valid: false } } })
    await endOf(server)
  })

  it('handles several requests in one chunk, blank lines and CR LF', async () => {
    const { server, ready, answersTo } = connected(project())
    await ready
    const answers = await answersTo(`${ping(1)}\n  \r\n${ping(2).trim()}\r\nx\n${ping(3)}`)
    expect(
      answers
        .filter(({ id }) => id !== 'init')
        .map(({ id }) => id)
        .sort(),
    ).toEqual([1, 2, 3, null])
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

  it('does not answer a malformed response, which could be answered with an error again', async () => {
    const { server, ready, answersTo } = connected(project())
    await ready
    const answers = await answersTo('{"jsonrpc":"2.0","error":{}}\n{"id":1,"result":1}\n')
    expect(answers.filter(({ id }) => id !== 'init')).toEqual([])
    expect((await endOf(server)).status).toBe(0)
  })

  it('escapes and shortens the names that an error repeats', async () => {
    const { server, ready, answersTo, output } = connected(project())
    await ready
    await answersTo(call(1, {}, `x\u001b[2J\u009b\u202e\u2028${'y'.repeat(300_000)}`))
    expect(output()).not.toMatch(/[^\n\P{C}]|[\u2028\u2029]/u)
    expect(output().length).toBeLessThan(10_000)
    await endOf(server)
  })

  it('ends if standard output is closed', async () => {
    const child = spawn(process.execPath, [program], { cwd: projectWith(), timeout: 20_000 })
    const ended = once(child, 'exit')
    child.stdin.on('error', () => undefined)
    child.stdin.write(initialize)
    await once(child.stdout, 'data')
    child.stdout.destroy()
    // A pipe reports that it was closed at the next write.
    const timer = setInterval(() => child.stdin.write(ping(1)), 20)
    expect(await ended).toEqual([0, null])
    clearInterval(timer)
  })
})
