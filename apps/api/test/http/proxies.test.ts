import { type Page, type Task, useApi } from '../support/requests/api.ts'
import { exchange } from '../support/requests/connection.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'
import { open, received } from '../support/requests/raw-http.ts'

const api = useApi()

const random = String.fromCodePoint(
  ...Array.from({ length: 200 }, (_, i) => 0x20000 + ((i * 7919 + i * i * 31) % 40_000)),
)

test.each([
  ['four-byte characters', random],
  ['control characters', 'a'.padEnd(200, '\u0001\u001f\u0002')],
  ['quotes', 'a'.padEnd(200, '"\\')],
])(
  'the headers of a page fit into 4 kB, the buffer of proxies such as nginx: titles of %s',
  async (_, title) => {
    const { id } = await makeProject(api)
    const ids: string[] = []
    for (let i = 0; i < 3; i++) ids.push((await makeTask(api, id, { title, dueDate: '2026-01-01' })).id)
    const seen: string[] = []
    let next: string | undefined =
      `/api/v1/projects/${id}/tasks?after=start&size=1&status=TODO&priority=MEDIUM&sort=title,desc`
    while (next !== undefined) {
      const { headers, text } = await exchange(api.origin, 'GET', next)
      expect([...headers].join('\r\n').length).toBeLessThan(3900)
      seen.push(...(JSON.parse(text) as Page<Task>).content.map((task) => task.id))
      next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(ids.reverse())
  },
)

test.each([
  ['POST /api/v1/projects', '{"name":"Half"}', 201],
  ['GET /api/v1/projects', '', 200],
])('a client that closes its sending side after %s gets the response', async (line, body, status) => {
  const socket = await open(api.origin, { allowHalfOpen: true })
  const headers = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  socket.end(`${line} HTTP/1.1\r\n${headers}\r\n\r\n${body}`)
  const answer = await received(socket)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toContain('"Half"')
})
