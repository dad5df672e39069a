import { lockProject } from '../support/database/lock.ts'
import { parseExposition, type Scrape } from '../support/requests/exposition.ts'
import { ABSENT_ID, makeProject } from '../support/requests/make.ts'
import type { ServerProcess } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'
import { open } from '../support/requests/raw-http.ts'
import { until } from '../support/until.ts'

const DURATION = 'http_server_request_duration_seconds'

const programs = usePrograms()

let server: ServerProcess
beforeAll(async () => {
  server = await programs.start({ METRICS_PORT: '0', DATABASE_POOL_SIZE: '2' })
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
    const { id } = await makeProject(server)
    await server.send('GET', `/api/v1/projects/${id}`)
    await server.send('GET', `/api/v1/projects/${ABSENT_ID}`)
    await server.send('HEAD', `/api/v1/projects/${id}`)
    await fetch(`${server.origin}/api/v1/projects`, { method: 'DELETE' })
    await server.send('POST', '/api/v1/projects', { raw: '{' })
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
    for (let i = 0; i < 20; i++) await server.send('GET', `/no/such/path/${i}?q=${i}`)
    await server.send('PROPFIND', '/elsewhere')
    await server.send('MKCOL', '/elsewhere')
    expect(await counted('GET', 'unknown', 404)).toBe(20)
    expect(await counted('_OTHER', 'unknown', 404)).toBe(2)
    const after = await series()
    expect(after).toHaveLength(before.length + 2)
    expect(JSON.stringify(after)).not.toMatch(/such|elsewhere/)
  })

  test('counts requests whose client disconnects as aborted; requests in progress have a gauge', async () => {
    const { id } = await makeProject(server)
    const lock = await lockProject(programs.databaseUrl, id)
    const sockets = await Promise.all([1, 2, 3, 4].map(() => open(server.origin)))
    const head = `PUT /api/v1/projects/${id} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
    for (const socket of sockets) socket.write(`${head}Content-Length: 12\r\n\r\n{"name":"b"}`)
    await until(async () => (await scrape()).value('workbench_database_waiting_requests') === 2)
    const busy = await scrape()
    expect(busy.value('http_server_active_requests')).toBe(4)
    expect(busy.value('workbench_database_connections', { state: 'used' })).toBe(2)
    expect(busy.value('workbench_database_connections_max')).toBe(2)
    for (const socket of sockets) socket.destroy()
    await lock.release()
    await until(async () => (await counted('PUT', '/api/v1/projects/{id}', 'aborted')) === 4)
    await until(async () => (await scrape()).value('workbench_database_connections', { state: 'used' }) === 0)
    const idle = await scrape()
    expect(idle.value('http_server_active_requests')).toBe(0)
    expect(idle.value('workbench_database_connections', { state: 'idle' })).toBe(2)
  })
})

test('workbench_database_errors_total counts failed statements and lost connections by kind', async () => {
  const before = await scrape()
  const kinds = ['connection_lost', 'rolled_back', 'unavailable', 'refused'] as const
  const of = (result: Scrape, kind: (typeof kinds)[number]) =>
    result.value('workbench_database_errors_total', { kind })
  for (const kind of kinds) expect(of(before, kind)).toBe(0)

  await programs.query('alter table projects rename to away')
  expect((await server.send('GET', '/api/v1/projects')).status).toBe(500)
  await programs.query('alter table away rename to projects')
  await programs.query(`
    create function reject_row() returns trigger language plpgsql as
      'begin raise exception ''no'' using errcode = new.name; end';
    create trigger reject_row before insert on projects for each row execute function reject_row()`)
  for (const name of ['40001', '53100']) {
    expect((await server.send('POST', '/api/v1/projects', { body: { name } })).status).toBe(503)
  }
  await programs.query('drop function reject_row cascade')
  await programs.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'workbench-api'
    and datname = current_database()`)
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
    expect((await server.send('GET', '/metrics')).status).toBe(404)
    expect((await fetch(new URL('/', metricsUrl()))).status).toBe(404)
  })

  test('is served on the port of the API on a loopback address without METRICS_PORT', async () => {
    const { text } = await (await programs.start()).send('GET', '/metrics')
    expect(parseExposition(text).value('workbench_build_info')).toBe(1)
  })

  test.each([{ HOST: '0.0.0.0', ANONYMOUS_ACCESS: 'allow' }, { NODE_ENV: 'production' }])(
    'is not served without METRICS_PORT and with %j',
    async (settings) => {
      expect((await (await programs.start(settings)).send('GET', '/metrics')).status).toBe(404)
    },
  )
})
