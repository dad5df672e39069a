import { setTimeout as sleep } from 'node:timers/promises'

import { expectProblem, useTarget } from '../support/programs/attack-target.ts'
import { parseAnswer, received } from '../support/requests/raw-http.ts'

const target = useTarget({ REQUEST_TIMEOUT: '1', KEEP_ALIVE_TIMEOUT: '1' })

/** Sends text in small pieces until the server answers, and never completes it. */
async function trickle(start: string, more: string): Promise<string> {
  const socket = await target.open()
  const answer = received(socket)
  socket.write(start)
  const state = { answered: false }
  void answer.then(() => (state.answered = true))
  while (!state.answered) {
    if (socket.writable) socket.write(more)
    await sleep(100)
  }
  socket.destroy()
  return answer
}

const HEAD = 'POST /api/v1/projects HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

test.each([
  ['a body with a length', `${HEAD}Content-Length: 10000\r\n\r\n{"name":"`, 'x'],
  ['a chunked body', `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  ['a compressed body', `${HEAD}Content-Encoding: gzip\r\nContent-Length: 10000\r\n\r\n\u001f`, 'x'],
  ['headers', 'GET / HTTP/1.1\r\nHost: localhost\r\n', 'X: y\r\n'],
])('%s sent too slowly: 408, and the connection is closed', async (_, start, more) => {
  const answer = await trickle(start, more)
  const problem = await expectProblem(target, answer, 408)
  expect(problem['detail']).toBe('The request was not received in time')
  expect(parseAnswer(answer).headers.get('connection')).toBe('close')
})

test('the connection is closed after the response if an operation ignores an endless body', async () => {
  const answer = await trickle('GET /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000\r\n\r\n', 'x')
  expect(answer.startsWith('HTTP/1.1 200 ')).toBe(true)
})
