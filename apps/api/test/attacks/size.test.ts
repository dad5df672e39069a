import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

import { expectProblem, useTarget } from '../support/programs/attack-target.ts'
import { received } from '../support/requests/raw-http.ts'

const target = useTarget({ REQUEST_TIMEOUT: '3', KEEP_ALIVE_TIMEOUT: '1' })

const head = (...lines: string[]): string =>
  `${['POST /api/v1/projects HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...lines].join('\r\n')}\r\n\r\n`

const ENDLESS = 'Content-Length: 10000000000'

describe('a body that is too large', () => {
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

  test.each([
    ['an unknown path', 'POST /unknown HTTP/1.1', 404],
    ['an unsupported method', 'PUT /api/v1/projects HTTP/1.1', 405],
    ['an unsupported media type', 'POST /api/v1/projects HTTP/1.1\r\nContent-Type: text/plain', 415],
  ])('to %s gets its error response before the end of the body', async (_, first, status) => {
    const answer = await target.exchange(`${first}\r\nHost: localhost\r\n${ENDLESS}\r\n\r\nx`)
    await expectProblem(target, answer, status)
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
