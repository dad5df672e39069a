import { useApi } from '../support/requests/api.ts'
import { open, received } from '../support/requests/raw-http.ts'

const api = useApi()

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
