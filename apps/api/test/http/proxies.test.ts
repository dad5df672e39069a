import { connect } from 'node:net'

import { type Page, startApi, type Task, type TestApi } from '../support/requests/api.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

/** Sends bytes, closes the sending side at once, and returns all bytes received. */
async function halfClose(text: string): Promise<string> {
  const { hostname, port } = new URL(api.origin)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  socket.end(text)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const requestOf = (line: string, body = '', headers = ''): string =>
  `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

describe('the headers of a page are smaller than 4 kB, the buffer of proxies such as nginx,', () => {
  const random = (first: number, count: number): string =>
    String.fromCodePoint(...Array.from({ length: 200 }, (_, i) => first + ((i * 7919 + i * i * 31) % count)))

  test.each([
    ['four-byte characters', random(0x20000, 40_000)],
    ['control characters', 'a'.padEnd(200, '\u0001\u001f\u0002')],
    ['quotes', 'a'.padEnd(200, '"\\')],
  ])('for titles of %s; the links lead to the pages', async (_, title) => {
    const { id } = await makeProject(api)
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.push((await makeTask(api, id, { title, dueDate: '2026-01-01' })).id)
    const path = `/api/v1/projects/${id}/tasks?after=start&size=1&status=TODO&priority=MEDIUM&sort=title,desc`
    const seen: string[] = []
    let next: string | undefined = path
    while (next !== undefined) {
      const answer = await halfClose(requestOf(`GET ${next}`, '', 'Connection: close\r\n'))
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      expect(head.length).toBeLessThan(4000)
      seen.push(...(JSON.parse(body) as Page<Task>).content.map((task) => task.id))
      next = /<([^>]*)>; rel="next"/.exec(head)?.[1]
    }
    expect(seen).toEqual(ids.reverse())
  })
})

test.each([
  ['POST /api/v1/projects', '{"name":"Half"}', 201],
  ['GET /api/v1/projects', '', 200],
])('a client that closes its sending side after %s gets the response', async (line, body, status) => {
  const answer = await halfClose(requestOf(line, body))
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toContain('"Half"')
})

test('415 says in Accept-Encoding or Accept what is supported', async () => {
  const send = (headers: Record<string, string>) =>
    api.send('POST', '/api/v1/projects', { raw: '{"name":"a"}', headers })
  const encoding = await send({ 'Content-Encoding': 'compress' })
  expect(encoding.status).toBe(415)
  expect(encoding.headers.get('accept-encoding')).toBe('gzip, deflate, br, identity')
  const media = await send({ 'Content-Type': 'text/plain' })
  expect(media.status).toBe(415)
  expect(media.headers.get('accept')).toBe('application/json')
})
