import { once } from 'node:events'

import { expectProblem, open, received, sendThenRead, useTarget } from '../support/programs/attack-target.ts'

const target = useTarget()

const get = (...headers: string[]): Promise<string> =>
  target.exchange(
    `GET /api/v1/projects?size=1 HTTP/1.1\r\n${[...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`,
  )

describe('the server', () => {
  test.each([
    ['headers of 1 MB', 431, 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '],
    ['a request target of 1 MB', 431, 'GET /'],
    ['1 MB that is not HTTP', 400, '\u0016\u0003\u0001'],
  ])('responds to a client that reads only after it has sent %s', async (_, status, start) => {
    const pieces = Array<string>(10).fill('x'.repeat(100_000))
    // In one piece with the start, because the message of an error depends on the piece in which it is.
    const answer = await sendThenRead(target.origin, [`${start}${pieces[0] ?? ''}`, ...pieces])
    await expectProblem(target, answer, status)
  })

  test('does not use more memory after many requests with large headers', async () => {
    const flood = Array.from({ length: 1_000 }, (_, i) => `x${i}: y`)
    await target.expectFlatMemory(100, (index) =>
      index % 2 === 0 ? get('Host: localhost', ...flood) : get(`X: ${'x'.repeat(20_000)}`),
    )
  })
})

describe('a request', () => {
  test.each([['Host: b'], ['host: a'], ['HOST:b']])(
    'with a second Host header, %s, is rejected with 400',
    async (second) => {
      const problem = await expectProblem(target, await get('Host: localhost', second), 400)
      expect(problem['errors']).toEqual([{ field: 'request', message: 'must have only one Host header' }])
    },
  )
})

test('a malformed request gets 400 after a request whose body no operation reads', async () => {
  const socket = await open(target.origin)
  const answers = received(socket)
  socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello')
  await once(socket, 'data')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX: a\u0001b\r\n\r\n')
  expect((await answers).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
  socket.destroy()
})

const CHUNKED = 'Transfer-Encoding: chunked'

describe('request smuggling', () => {
  const expectError = async (text: string): Promise<void> => {
    const { errors } = await expectProblem(target, await target.exchange(text), 400)
    const message = expect.stringMatching(/^must be HTTP\/1\.1, but: \w/) as string
    expect(errors).toEqual([{ field: 'request', message }])
  }

  test.each([
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 2'],
    ['two equal lengths', 'Content-Length: 1\r\nContent-Length: 1'],
    ['a list of lengths', 'Content-Length: 1, 1'],
    ['a length and chunks', `Content-Length: 5\r\n${CHUNKED}`],
    ['chunks and a length', `${CHUNKED}\r\nContent-Length: 5`],
    ['chunks that are not the last encoding', `${CHUNKED}, identity`],
    ['chunks twice', `${CHUNKED}\r\n${CHUNKED}`],
    ['a negative length', 'Content-Length: -1'],
    ['a length with a sign', 'Content-Length: +1'],
    ['an empty length', 'Content-Length:'],
    ['a length that is too large', `Content-Length: ${'9'.repeat(30)}`],
    ['a name with a space', 'Content-Length : 1'],
    ['a folded line', 'X: a\r\n b'],
    ['a line folded by a tab', 'X: a\r\n\tb'],
    ['a line without a name', 'nothing'],
    ['a control character', 'X: a\u0001b'],
    ['a null', 'X: a\0b'],
    ['a line that ends too early', 'X: a\rY: b'],
  ])('a request with %s is rejected with 400', async (_, head) => {
    const json = 'Content-Type: application/json'
    await expectError(
      `POST /api/v1/projects HTTP/1.1\r\nHost: localhost\r\n${head}\r\n${json}\r\n\r\n0\r\n\r\n`,
    )
  })

  test('a request with another transfer coding before chunked is rejected with 400', async () => {
    const head = 'POST /api/v1/projects HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json'
    const text = `${head}\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\nc\r\n{"name":"a"}\r\n0\r\n\r\n`
    const { errors } = await expectProblem(target, await target.exchange(text), 400)
    const message = 'must have no Transfer-Encoding other than chunked'
    expect(errors).toEqual([{ field: 'request', message }])
  })

  test.each([
    ['a size that is not a number', 'zz\r\n'],
    ['a size that is too large', `${'f'.repeat(17)}\r\n`],
    ['a size that is too small', '1\r\n{}\r\n0\r\n\r\n'],
    ['a size without CR', '2\n{}\r\n0\r\n\r\n'],
    ['large extensions', `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`],
    ['a trailer that is not a header', '2\r\n{}\r\n0\r\nbad trailer\r\n\r\n'],
  ])('a chunk with %s is rejected with 400', async (_, chunks) => {
    const head = `POST /api/v1/projects HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${CHUNKED}\r\n\r\n`
    await expectError(head + chunks)
  })

  test('an unknown method after a request gets 400 after the response to that request', async () => {
    const get = 'GET /api/v1/projects HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const answer = await target.exchange(`${get}FOO / HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
  })
})
