import { connect } from 'node:net'

import pg from 'pg'

import { createClient, type TestClient } from '../support/requests/client.ts'
import { createDatabase, type TestDatabase } from '../support/database/database.ts'
import { parseExposition, type Scrape } from '../support/requests/exposition.ts'
import { ABSENT_ID, makeProject } from '../support/requests/make.ts'
import { end, makeDirectory, type ServerProcess, startServer } from '../support/programs/process.ts'
import { until } from '../support/until.ts'

const DURATION = 'http_server_request_duration_seconds'

let directory: Awaited<ReturnType<typeof makeDirectory>>
let database: TestDatabase
let server: ServerProcess
let client: TestClient
beforeAll(async () => {
  directory = await makeDirectory()
  database = await createDatabase()
  server = await startServer(directory.path, {
    DATABASE_URL: database.url,
    METRICS_PORT: '0',
    DATABASE_POOL_SIZE: '2',
  })
  client = createClient(server.origin)
})
afterAll(async () => {
  await end(server)
  await database.drop()
  await directory.remove()
})

const metricsUrl = (): string => /"metrics":"(http:[^"]+)"/.exec(server.output.stdout)?.[1] ?? ''

async function scrape(): Promise<Scrape> {
  return parseExposition(await (await fetch(metricsUrl())).text())
}

/** The number of requests with these labels. */
async function counted(method: string, route: string, status: number | string): Promise<number> {
  const labels = {
    http_request_method: method,
    http_route: route,
    http_response_status_code: String(status),
  }
  return (await scrape()).value(`${DURATION}_count`, labels) ?? 0
}

describe('http_server_request_duration_seconds', () => {
  test('counts requests by method, path template and status', async () => {
    const { id } = await makeProject(client)
    await client.send('GET', `/api/v1/projects/${id}`)
    await client.send('GET', `/api/v1/projects/${ABSENT_ID}`)
    await client.send('HEAD', `/api/v1/projects/${id}`)
    await fetch(`${client.origin}/api/v1/projects`, { method: 'DELETE' })
    await client.send('POST', '/api/v1/projects', { raw: '{' })
    expect(await counted('POST', '/api/v1/projects', 201)).toBe(1)
    expect(await counted('GET', '/api/v1/projects/{id}', 200)).toBe(1)
    expect(await counted('GET', '/api/v1/projects/{id}', 404)).toBe(1)
    expect(await counted('HEAD', '/api/v1/projects/{id}', 200)).toBe(1)
    expect(await counted('DELETE', '/api/v1/projects', 405)).toBe(1)
    expect(await counted('POST', '/api/v1/projects', 400)).toBe(1)
  })

  test('counts requests to unknown paths in a single series', async () => {
    const series = async () => (await scrape()).samples.filter(({ name }) => name === `${DURATION}_count`)
    const before = await series()
    for (let i = 0; i < 20; i++) await client.send('GET', `/no/such/path/${i}?q=${i}`)
    await client.send('PROPFIND', '/elsewhere')
    await client.send('MKCOL', '/elsewhere')
    expect(await counted('GET', 'unknown', 404)).toBe(20)
    expect(await counted('_OTHER', 'unknown', 404)).toBe(2)
    const after = await series()
    expect(after).toHaveLength(before.length + 2)
    expect(JSON.stringify(after)).not.toMatch(/such|elsewhere/)
  })

  test('counts requests whose client disconnects as aborted; requests in progress have a gauge', async () => {
    const { id } = await makeProject(client)
    const lock = new pg.Client({ connectionString: database.url })
    await lock.connect()
    await lock.query('begin')
    await lock.query('select from projects where id = $1 for update', [id])
    const body = '{"name":"b"}'
    const { hostname, port } = new URL(server.origin)
    const sockets = Array.from({ length: 4 }, () => {
      const socket = connect(Number(port), hostname)
      socket.write(
        `PUT /api/v1/projects/${id} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      return socket
    })
    await until(async () => (await scrape()).value('workbench_database_waiting_requests') === 2)
    const busy = await scrape()
    expect(busy.value('http_server_active_requests')).toBe(4)
    expect(busy.value('workbench_database_connections', { state: 'used' })).toBe(2)
    expect(busy.value('workbench_database_connections_max')).toBe(2)
    for (const socket of sockets) socket.destroy()
    await lock.query('commit')
    await lock.end()
    await until(async () => (await counted('PUT', '/api/v1/projects/{id}', 'aborted')) === 4)
    await until(async () => (await scrape()).value('workbench_database_connections', { state: 'used' }) === 0)
    const idle = await scrape()
    expect(idle.value('http_server_active_requests')).toBe(0)
    expect(idle.value('workbench_database_connections', { state: 'idle' })).toBe(2)
  })

  test('measures seconds: the sum of sequential requests is at most the elapsed time', async () => {
    const sum = async () =>
      (await scrape()).samples
        .filter(({ name }) => name === `${DURATION}_sum`)
        .reduce((total, { value }) => total + value, 0)
    const before = await sum()
    const start = performance.now()
    for (let i = 0; i < 20; i++) await client.send('GET', '/api/v1/projects')
    const passed = (performance.now() - start) / 1000
    const took = (await sum()) - before
    expect(took).toBeGreaterThan(0)
    expect(took).toBeLessThan(passed)
  })

  test('has cumulative buckets; the last one counts all requests', async () => {
    const { samples } = await scrape()
    const all = samples.filter(({ name, labels }) => name === `${DURATION}_bucket` && labels['le'] === '+Inf')
    const totals = samples.filter(({ name }) => name === `${DURATION}_count`)
    expect(all.map(({ value }) => value)).toEqual(totals.map(({ value }) => value))
    expect(totals.length).toBeGreaterThan(3)
  })
})

test('workbench_database_errors_total counts failed statements and lost connections by kind', async () => {
  const before = await scrape()
  const kinds = ['connection_lost', 'rolled_back', 'unavailable', 'refused'] as const
  const of = (result: Scrape, kind: (typeof kinds)[number]) =>
    result.value('workbench_database_errors_total', { kind })
  for (const kind of kinds) expect(of(before, kind)).toBe(0)

  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query('alter table projects rename to away')
  expect((await client.send('GET', '/api/v1/projects')).status).toBe(500)
  await admin.query('alter table away rename to projects')
  await admin.query(`
    create function reject_row() returns trigger language plpgsql as
      'begin raise exception ''no'' using errcode = new.name; end';
    create trigger reject_row before insert on projects for each row execute function reject_row()`)
  for (const name of ['40001', '53100']) {
    expect((await client.send('POST', '/api/v1/projects', { body: { name } })).status).toBe(503)
  }
  await admin.query('drop function reject_row cascade')
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'workbench-api'
    and datname = current_database()`)
  await admin.end()
  await until(async () => of(await scrape(), 'connection_lost') !== 0)
  const after = await scrape()
  // Each attempt is counted.
  expect(kinds.slice(1).map((kind) => of(after, kind))).toEqual([6, 1, 1])
})

test('the metrics are valid Prometheus text: each has a type, base units, and counters end with _total', async () => {
  const response = await fetch(metricsUrl())
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const { types, samples, value } = parseExposition(await response.text())
  const familyOf = (name: string): string =>
    types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '')
  const wrong = samples
    .map(({ name }) => name)
    .filter(
      (name) =>
        !types.has(familyOf(name)) ||
        /_(ms|milliseconds|minutes|kb)(_|$)/.test(name) ||
        (types.get(name) === 'counter') !== name.endsWith('_total'),
    )
  expect(wrong).toEqual([])
  expect(value('workbench_build_info', { version: '0.1.0' })).toBe(1)
  expect(value('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
})

describe('/metrics', () => {
  test('is served only on METRICS_PORT if that is set', async () => {
    expect((await client.send('GET', '/metrics')).status).toBe(404)
    expect((await fetch(new URL('/', metricsUrl()))).status).toBe(404)
  })

  test('is served on the port of the API on a loopback address without METRICS_PORT', async () => {
    const other = await startServer(directory.path, { DATABASE_URL: database.url })
    const response = await fetch(`${other.origin}/metrics`)
    expect(parseExposition(await response.text()).value('workbench_build_info')).toBe(1)
    await end(other)
  })

  test.each([{ HOST: '0.0.0.0', ANONYMOUS_ACCESS: 'allow' }, { NODE_ENV: 'production' }])(
    'is not served without METRICS_PORT and with %j',
    async (settings) => {
      const other = await startServer(directory.path, { DATABASE_URL: database.url, ...settings })
      expect((await fetch(`${other.origin}/metrics`)).status).toBe(404)
      await end(other)
    },
  )

  test('makes the start fail if METRICS_PORT is in use', async () => {
    const { port } = new URL(metricsUrl())
    const starting = startServer(directory.path, { DATABASE_URL: database.url, METRICS_PORT: port })
    await expect(starting).rejects.toThrow(`Cannot listen on METRICS_HOST 127.0.0.1 and METRICS_PORT ${port}`)
  })
})
