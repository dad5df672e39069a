import { once } from 'node:events'

import { expectProblem, sendThenRead, useTarget } from '../support/programs/attack-target.ts'
import { received } from '../support/requests/raw-http.ts'

const target = useTarget()

const GET = 'GET /api/v1/projects?size=1 HTTP/1.1\r\nHost: localhost\r\n'

test.each([
  ['headers of 1 MB', 431, `${GET}X: `],
  ['a request target of 1 MB', 431, 'GET /'],
  ['1 MB that is not HTTP', 400, '\u0016\u0003\u0001'],
])('the server responds to a client that reads only after it has sent %s', async (_, status, start) => {
  const pieces = Array<string>(10).fill('x'.repeat(100_000))
  // In one piece with the start, because the message of an error depends on the piece in which it is.
  const answer = await sendThenRead(target, `${start}${pieces[0] ?? ''}`, ...pieces)
  await expectProblem(target, answer, status)
})

test('a malformed request gets 400 after a request whose body no operation reads', async () => {
  const socket = await target.open()
  const answers = received(socket)
  socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello')
  await once(socket, 'data')
  socket.write(`${GET}X: a\u0001b\r\n\r\n`)
  expect((await answers).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
  socket.destroy()
})

const CHUNKED = 'Transfer-Encoding: chunked'
const CLOSE = 'Connection: close\r\n'

test.each([
  ['a second Host', `${CLOSE}host: a\r\n\r\n`],
  ['two equal lengths', 'Content-Length: 1\r\nContent-Length: 1\r\n\r\n'],
  ['a length and chunks', `Content-Length: 5\r\n${CHUNKED}\r\n\r\n`],
  ['chunks that are not the last coding', `${CHUNKED}, identity\r\n\r\n`],
  [
    'another coding before chunks',
    `${CLOSE}Transfer-Encoding: gzip, chunked\r\n\r\nc\r\n{"name":"a"}\r\n0\r\n\r\n`,
  ],
  ['a name with a space', 'Content-Length : 1\r\n\r\n'],
  ['a folded line', 'X: a\r\n b\r\n\r\n'],
  ['a chunk that is larger than its size', `${CHUNKED}\r\n\r\n1\r\n{}\r\n0\r\n\r\n`],
])('a request that could be smuggled, with %s, is rejected with 400', async (_, rest) => {
  const head = 'POST /api/v1/projects HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const { errors } = await expectProblem(target, await target.exchange(head + rest), 400)
  expect(errors).toMatchObject([{ field: 'request' }])
})
