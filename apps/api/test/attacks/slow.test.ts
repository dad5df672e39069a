import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import {
  expectProblem,
  open,
  parseAnswer,
  received,
  startTarget,
  useTarget,
} from '../support/programs/attack-target.ts'

const target = useTarget({ REQUEST_TIMEOUT: '1', KEEP_ALIVE_TIMEOUT: '1' })

/** Sends text in small pieces until the server answers, and never completes it. */
async function trickle(start: string, more: string): Promise<string> {
  const socket = await open(target.origin)
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

describe('a body that is sent too slowly', () => {
  test.each([
    ['has a length', `${HEAD}Content-Length: 10000\r\n\r\n{"name":"`, 'x'],
    ['is chunked', `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
    ['is compressed', `${HEAD}Content-Encoding: gzip\r\nContent-Length: 10000\r\n\r\n\u001f`, 'x'],
  ])('and %s gets 408, and its connection is closed', async (_, start, more) => {
    const answer = await trickle(start, more)
    const problem = await expectProblem(target, answer, 408)
    expect(problem['detail']).toBe('The request was not received in time')
    expect(parseAnswer(answer).headers.get('connection')).toBe('close')
  })

  test('does not delay other clients', async () => {
    const slow = Array.from({ length: 50 }, () => trickle(`${HEAD}Content-Length: 10000\r\n\r\n`, 'x'))
    await target.expectServed()
    for (const answer of await Promise.all(slow)) expect(parseAnswer(answer).status).toBe(408)
  })
})

describe('headers that are sent too slowly', () => {
  test('get 408, and their connection is closed', async () => {
    const problem = await expectProblem(
      target,
      await trickle('GET / HTTP/1.1\r\nHost: localhost\r\n', 'X: y\r\n'),
      408,
    )
    expect(problem['detail']).toBe('The request was not received in time')
  })
})

test('the connection is closed after the response if an operation ignores an endless body', async () => {
  const answer = await trickle('GET /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000\r\n\r\n', 'x')
  expect(answer.startsWith('HTTP/1.1 200 ')).toBe(true)
})

test('the time for a request starts with its first byte, not with its connection', async () => {
  const { origin, stop } = await startTarget({ REQUEST_TIMEOUT: '3' })
  const [early, late] = [await open(origin), await open(origin)]
  const [answer, lateAnswer] = [received(early), received(late)]
  early.write('GET /livez HTTP/1.1\r\n')
  await sleep(2_500)
  late.write('GET /livez HTTP/1.1\r\n')
  expect(await Promise.race([answer, lateAnswer.then(() => 'the late request ended first')])).toContain(
    ' 408 ',
  )
  late.write('Host: localhost\r\nConnection: close\r\n\r\n')
  expect(await lateAnswer).toContain(' 200 ')
  for (const socket of [early, late]) socket.destroy()
  await stop()
})

test('a slow client is disconnected before the timeout of other connections', async () => {
  const other = await startTarget({ REQUEST_TIMEOUT: '1', KEEP_ALIVE_TIMEOUT: '10' })
  const [kept, slow] = [await open(other.origin), await open(other.origin)]
  const closed = [kept, slow].map(async (socket) => {
    await once(socket.resume(), 'close')
    return socket
  })
  kept.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n')
  slow.write('GET /livez HTTP/1.1\r\n')
  expect((await Promise.race(closed)) === slow).toBe(true)
  kept.destroy()
  await other.stop()
})
