import type { Socket } from 'node:net'

import { useTarget } from '../support/programs/attack-target.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'
import { parseAnswer, received } from '../support/requests/raw-http.ts'
import { until } from '../support/until.ts'

/** The largest page has 9 MB. */
const TASKS = 1_000
const LARGE = { title: '😀'.repeat(200), description: '😀'.repeat(2_000) }

const target = useTarget()

let page: string
beforeAll(async () => {
  const { id } = await makeProject(target)
  for (let i = 0; i < TASKS; i += 20) {
    await Promise.all(Array.from({ length: 20 }, () => makeTask(target, id, LARGE)))
  }
  page = get(`/api/v1/projects/${id}/tasks?size=${TASKS}`)
})

const get = (path: string, ...headers: string[]): string =>
  `GET ${path} HTTP/1.1\r\n${['Host: localhost', ...headers].join('\r\n')}\r\n\r\n`

const runningRequests = async (): Promise<number> => {
  const text = await (await fetch(`${target.origin}/metrics`)).text()
  return Number(/^http_server_active_requests (\d+)$/m.exec(text)?.[1])
}

/** Requests whose clients did not receive the response in time. */
const abortedRequests = (): number => target.log().filter(({ aborted }) => aborted === true).length

/** Opens a connection that sends a text and does not read. */
async function openUnread(text: string): Promise<Socket> {
  const socket = await target.open()
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(text)
  return socket
}

test('pipelined requests run one after the other, and get their responses in order', async () => {
  const socket = await target.open()
  const answer = received(socket)
  const ids = Array.from({ length: 100 }, (_, i) => `request-${i}`)
  const requests = ids.map((id) => get('/api/v1/projects', `X-Request-Id: ${id}`))
  socket.write(requests.join('') + get('/livez', 'Connection: close'))
  const text = await answer
  expect([...text.matchAll(/X-Request-Id: (request-\d+)/g)].map(([, id]) => id)).toEqual(ids)
})

test('connections of many clients that do not read are closed, and other clients are served', async () => {
  const before = abortedRequests()
  const sockets = await Promise.all(
    Array.from({ length: 15 }, () => openUnread(page.repeat(10) + get('/livez').repeat(2_000))),
  )
  await target.expectServed()
  await until(() => Promise.resolve(abortedRequests() >= before + sockets.length))
  // The request for the metrics is another one.
  await until(async () => (await runningRequests()) === 1)
  for (const socket of sockets) socket.destroy()
})

test('a slow client that reads gets the whole page', async () => {
  const socket = await target.open()
  const answer = received(socket)
  socket.write(page.replace('Host:', 'Connection: close\r\nHost:'))
  const slow = setInterval(() => {
    if (socket.isPaused()) socket.resume()
    else socket.pause()
  }, 50)
  const { status, headers, problem } = parseAnswer(await answer)
  clearInterval(slow)
  expect(status).toBe(200)
  expect(headers.get('content-length')).toBe(String(Buffer.byteLength(JSON.stringify(problem))))
  expect(problem).toMatchObject({ numberOfElements: TASKS })
})
