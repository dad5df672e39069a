import { passwordsInUrl } from '../../src/observability/redact.ts'

import type { ServerProcess } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'
import { exchange } from '../support/requests/connection.ts'
import { open, sendRaw } from '../support/requests/raw-http.ts'
import { until } from '../support/until.ts'

type Line = Record<string, unknown>

const SECRET = 'do-not-write-this'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

const programs = usePrograms()

let server: ServerProcess
beforeAll(async () => {
  server = await programs.start({ LOG_LEVEL: 'trace' })
})

/** Sends a request and returns the log lines about it. */
async function linesAbout(path: string, init: RequestInit = {}): Promise<Line[]> {
  const response = await fetch(server.origin + path, init)
  await response.arrayBuffer()
  return linesOf(String(response.headers.get('x-request-id')))
}

const logged = ({ output }: ServerProcess = server): Line[] =>
  output.stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)

/** The line of the request itself is the last one. It may be written after the response. */
async function linesOf(requestId: string): Promise<Line[]> {
  const written = () => logged().filter((line) => line['requestId'] === requestId)
  await until(() => Promise.resolve(written().at(-1)?.['msg'] === 'request'))
  return written()
}

describe('log lines', () => {
  test('about a request all have the trace id of its traceparent header', async () => {
    await programs.query('alter table projects rename to away')
    const lines = await linesAbout('/api/v1/projects', {
      headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
    })
    await programs.query('alter table away rename to projects')
    expect(lines.map(({ msg }) => msg)).toEqual(['Internal server error', 'request'])
    for (const line of lines) {
      expect(line).toMatchObject({ trace_id: TRACE, parent_span_id: PARENT })
    }
  })

  test.each([
    undefined,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${PARENT}`,
  ])('about a request with the traceparent %s have no trace id', async (traceparent) => {
    const [line] = await linesAbout('/livez', traceparent === undefined ? {} : { headers: { traceparent } })
    expect(line).toMatchObject({ status: 200 })
    expect(line).not.toHaveProperty('trace_id')
  })

  test('about a request whose client disconnects within its body have status 400', async () => {
    const requestId = 'within-its-body'
    const socket = await open(server.origin)
    const head = `POST /api/v1/projects HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json`
    socket.write(`${head}\r\nX-Request-Id: ${requestId}\r\nContent-Length: 100\r\n\r\n{"name":`)
    setTimeout(() => socket.destroy(), 200)
    expect(await linesOf(requestId)).toMatchObject([{ msg: 'request', status: 400 }])
  })

  test('contain the values of known query parameters, and only the names of others', async () => {
    const [line] = await linesAbout(`/api/v1/projects?size=5&api_key=${SECRET}`)
    expect(line).toMatchObject({ url: '/api/v1/projects?size=5&api_key=***', status: 400 })
  })
})

describe('log lines contain the address of the client', () => {
  test('that connected', async () => {
    const [line] = await linesAbout('/livez', { headers: { 'X-Forwarded-For': '203.0.113.7' } })
    expect(line).toMatchObject({ client: '127.0.0.1' })
  })

  test('that connected to a socket for IPv6 and IPv4', async () => {
    const other = await programs.start({ HOST: '::', ANONYMOUS_ACCESS: 'allow' })
    await other.send('GET', '/livez')
    const client = () => logged(other).find(({ url }) => url === '/livez')?.['client']
    await until(() => Promise.resolve(client() !== undefined))
    expect(client()).toMatch(/^(127\.0\.0\.1|::1)$/)
  })

  test('of a malformed request', async () => {
    await sendRaw(server.origin, 'nonsense\r\n\r\n')
    const malformed = () => logged().filter(({ cause }) => String(cause).startsWith('HPE_'))
    await until(() => Promise.resolve(malformed().length > 0))
    expect(malformed()[0]).toMatchObject({ client: '127.0.0.1', status: 400 })
  })
})

describe('log lines do not contain a secret', () => {
  test.each([
    ['the Authorization header', '/api/v1/projects', { headers: { Authorization: `Bearer ${SECRET}` } }],
    ['a cookie', '/api/v1/projects', { headers: { Cookie: `session=${SECRET}` } }],
    ['an API key', '/api/v1/projects', { headers: { 'X-Api-Key': SECRET } }],
    ['an idempotency key', '/api/v1/projects', { headers: { 'Idempotency-Key': SECRET } }],
    ['a query parameter', `/api/v1/projects?access_token=${SECRET}`, {}],
    ['an API key in the path', `/api/v1/tasks/workbench_${SECRET.repeat(3)}`, {}],
    ['an API key in a known query parameter', `/api/v1/projects?status=workbench_${SECRET.repeat(3)}`, {}],
    ['an access token in the path', `/eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.${SECRET}`, {}],
    ['a query without names', `/api/v1/projects?${SECRET}`, {}],
    ['a body that is not JSON', '/api/v1/projects', { method: 'POST', body: `{"name":"${SECRET}` }],
    ['a body that is rejected', '/api/v1/projects', { method: 'POST', body: `{"name":"a","${SECRET}":1}` }],
  ])('in %s', async (_name, path, { headers, ...init }: RequestInit) => {
    const json = { 'Content-Type': 'application/json' }
    expect(await linesAbout(path, { ...init, headers: { ...json, ...(headers as object) } })).toHaveLength(1)
  })

  test('in an absolute request target', async () => {
    const target = `${server.origin.replace('://', `://me:${SECRET}@`)}/livez`
    const { headers } = await exchange(server.origin, 'GET', target)
    const [line] = await linesOf(headers.get('x-request-id') ?? '')
    expect(line).toMatchObject({ url: '/livez' })
  })

  test('that equals the password of the database, in any part of a request', async () => {
    const [password = ''] = passwordsInUrl(programs.databaseUrl)
    const [line] = await linesAbout(`/${password}`)
    expect(line).toMatchObject({ url: '/***' })
  })

  test('in a row that violates a constraint of the database', async () => {
    await programs.query(`alter table projects add constraint none check (description is null)`)
    const lines = await linesAbout('/api/v1/projects', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'a', description: SECRET }),
    })
    await programs.query(`alter table projects drop constraint none`)
    expect(lines[0]).toMatchObject({ err: { code: '23514', constraint: 'none' } })
  })

  test('in DATABASE_URL if the start fails', async () => {
    const url = new URL(programs.databaseUrl)
    url.password = SECRET
    const message = await programs.failure({ DATABASE_URL: url.href, LOG_LEVEL: 'trace' })
    expect(message).toContain('The database of DATABASE_URL cannot be used')
    expect(message).not.toContain(SECRET)
  })

  afterAll(() => {
    const output = server.output.stdout + server.output.stderr
    expect(output).toContain('"level":50')
    for (const secret of [SECRET, ...passwordsInUrl(programs.databaseUrl)])
      expect(output).not.toContain(secret)
  })
})
