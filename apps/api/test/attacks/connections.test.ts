import { once } from 'node:events'
import type { Socket } from 'node:net'

import { open, received, startTarget, type Target } from '../support/programs/attack-target.ts'
import { until } from '../support/until.ts'

let target: Target
afterEach(() => target.stop())

test('thousands of idle connections do not affect other clients, and are closed after the timeout', async () => {
  target = await startTarget({ HEADERS_TIMEOUT: '5', REQUEST_TIMEOUT: '3600' })
  const crowd: Socket[] = []
  for (let i = 0; i < 3_000; i += 100) {
    crowd.push(...(await Promise.all(Array.from({ length: 100 }, () => open(target.origin)))))
  }
  await target.expectServed()
  await Promise.all(crowd.map(received))
  await target.expectServed()
  for (const socket of crowd) socket.destroy()
})

test('connections that clients never close are closed by the server', async () => {
  target = await startTarget({ MAX_CONNECTIONS: '3', HEADERS_TIMEOUT: '1' })
  const sent = ['', 'GET / HTTP/1.1\r\n', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n']
  const sockets = await Promise.all(sent.map(() => open(target.origin)))
  for (const [index, socket] of sockets.entries()) {
    // The client keeps its side open after the server has closed its own.
    socket.allowHalfOpen = true
    socket.resume()
    socket.write(sent[index] ?? '')
  }
  await until(async () => {
    const response = await fetch(`${target.origin}/livez`).catch(() => undefined)
    return response?.status === 200
  })
  expect(target.log().filter(({ status }) => status === 408)).toHaveLength(2)
  for (const socket of sockets) socket.destroy()
})

test('clients that reset their connection after CONNECT cause no uncaught exception', async () => {
  target = await startTarget()
  for (let i = 0; i < 10; i++) {
    const socket = await open(target.origin)
    await new Promise((resolve) => socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', resolve))
    socket.resetAndDestroy()
  }
  await until(() => Promise.resolve(target.log().filter(({ cause }) => cause === 'CONNECT').length === 10))
  await target.expectServed()
  expect(target.log().filter(({ level }) => level === 50)).toEqual([])
})

test('connections beyond MAX_CONNECTIONS are closed, and accepted again after others close', async () => {
  target = await startTarget({ MAX_CONNECTIONS: '20' })
  const crowd = await Promise.all(Array.from({ length: 20 }, () => open(target.origin)))
  const late = await open(target.origin)
  const answer = received(late)
  late.write('GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  expect(await answer).toBe('')
  for (const socket of crowd) {
    socket.destroy()
    await once(socket, 'close')
  }
  await until(async () => {
    const response = await fetch(`${target.origin}/livez`).catch(() => undefined)
    return response?.status === 200
  })
  await target.expectServed()
})
