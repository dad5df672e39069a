import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

import { expectProblem, sendThenRead, useTarget } from '../support/programs/attack-target.ts'
import { open, received } from '../support/requests/raw-http.ts'

const target = useTarget({ REQUEST_TIMEOUT: '3', KEEP_ALIVE_TIMEOUT: '1' })

const head = (...lines: string[]): string =>
  `${['POST /api/v1/projects HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n`

const ENDLESS = 'Content-Length: 10000000000'

describe('a body that is too large', () => {
  test('is rejected if it is chunked', async () => {
    const chunk = `${(60_000).toString(16)}\r\n${'x'.repeat(60_000)}\r\n`
    const first = head('Transfer-Encoding: chunked', 'Connection: close')
    await expectProblem(target, await target.exchange(first, chunk, chunk, '0\r\n\r\n'), 413)
  })

  test('does not reset the connection before the client has read the response', async () => {
    const socket = await target.open()
    const answer = received(socket)
    socket.write(head(ENDLESS))
    for (let i = 0; i < 100 && socket.writable; i++) {
      socket.write('x'.repeat(50_000))
      await sleep(5)
    }
    await expectProblem(target, await answer, 413)
    socket.destroy()
  })

  test('is answered to a client that reads only after it has sent everything', async () => {
    const pieces = Array<string>(20).fill('x'.repeat(100_000))
    const answer = await sendThenRead(target, head('Content-Length: 2000000'), ...pieces)
    await expectProblem(target, answer, 413)
  })

  test('is disconnected if the client continues to send after the response', async () => {
    const socket = await open(target.origin, { allowHalfOpen: true })
    const state = { isOpen: true }
    socket.on('close', () => (state.isOpen = false))
    socket.on('error', () => undefined)
    socket.resume()
    socket.write(head(ENDLESS))
    while (state.isOpen) {
      socket.write('x')
      await sleep(50)
    }
    expect(socket.bytesRead).toBeGreaterThan(0)
  })

  test.each([
    ['an unknown path', 'POST /unknown HTTP/1.1', 404],
    ['an unsupported method', 'PUT /api/v1/projects HTTP/1.1', 405],
    ['an unsupported media type', 'POST /api/v1/projects HTTP/1.1\r\nContent-Type: text/plain', 415],
  ])('to %s gets its error response before the end of the body', async (_, first, status) => {
    const answer = await target.exchange(`${first}\r\nHost: localhost\r\n${ENDLESS}\r\n\r\nx`)
    await expectProblem(target, answer, status)
  })

  test('does not increase the memory of the server', async () => {
    const megabyte = `{"name":"${'x'.repeat(1_000_000)}"}`
    await target.expectFlatMemory(20, () =>
      target.exchange(head(`Content-Length: ${megabyte.length}`), megabyte),
    )
  })
})

test('clients that disconnect within a body do not increase the memory of the server', async () => {
  const half = head('Content-Length: 100000') + '{"name":"' + 'x'.repeat(50_000)
  await target.expectFlatMemory(100, async () => {
    const socket = await target.open()
    socket.on('error', () => undefined)
    await new Promise((resolve) => socket.write(half, resolve))
    // Enough for the server to start to read.
    await sleep(20)
    socket.resetAndDestroy()
  })
})

const large = JSON.stringify({ name: 'x'.repeat(50_000_000) })

test.each([
  ['gzip', gzipSync(large)],
  ['deflate', deflateSync(large)],
  ['br', brotliCompressSync(large)],
])(
  'a small body that %s decompresses to a large one gets 413, and memory does not grow',
  async (encoding, packed) => {
    const options = { raw: new Uint8Array(packed), headers: { 'Content-Encoding': encoding } }
    expect(packed.length).toBeLessThan(102_400)
    expect((await target.send('POST', '/api/v1/projects', options)).status).toBe(413)
    await target.expectFlatMemory(10, () => target.send('POST', '/api/v1/projects', options))
  },
)
