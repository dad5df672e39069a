import pg from 'pg'

import { createApiKey } from '../../src/auth/api-keys.ts'

import { startApi } from '../support/requests/api.ts'
import { queryOn } from '../support/database/query-on.ts'
import { until } from '../support/until.ts'

const PROJECTS = '/api/v1/projects'

describe('RATE_LIMIT 3/60', () => {
  test('sets the RateLimit headers, and rejects the fourth request with 429 and Retry-After', async () => {
    const api = await startApi({ settings: { RATE_LIMIT: '3/60' } })
    for (const left of [2, 1, 0]) {
      const { status, headers } = await api.send('GET', PROJECTS)
      expect(status).toBe(200)
      expect(headers.get('ratelimit-policy')).toBe('"default";q=3;w=60')
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${left};t=\\d+$`))
    }
    const { status, headers, body } = await api.send('POST', PROJECTS, { body: { name: 'one too many' } })
    expect(status).toBe(429)
    expect(headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/)
    const seconds = headers.get('retry-after') ?? ''
    expect(Number(seconds)).toBeGreaterThan(0)
    expect(Number(seconds)).toBeLessThanOrEqual(60)
    expect(body).toMatchObject({
      title: 'Too many requests',
      status: 429,
      detail: `The limit is 3 requests in 60 seconds; try again in ${seconds} seconds`,
    })
    const rows = await api.db.selectFrom('projects').select('id').execute()
    expect(rows).toEqual([])
    await api.stop()
  })

  test('counts the OpenAPI document and unknown paths, but not the health checks', async () => {
    const api = await startApi({ settings: { RATE_LIMIT: '3/60' } })
    expect((await api.send('GET', '/v3/api-docs')).status).toBe(200)
    expect((await api.send('GET', '/nowhere')).status).toBe(404)
    expect((await api.send('GET', PROJECTS)).status).toBe(200)
    expect((await api.send('GET', '/v3/api-docs')).status).toBe(429)
    expect((await api.send('GET', '/livez')).status).toBe(200)
    expect((await api.send('GET', '/readyz')).status).toBe(200)
    await api.stop()
  })

  test('does not count OPTIONS and methods that a path does not support', async () => {
    const api = await startApi({ settings: { RATE_LIMIT: '3/60' } })
    for (let i = 0; i < 4; i++) {
      expect((await fetch(api.origin + PROJECTS, { method: 'OPTIONS' })).status).toBe(204)
      expect((await fetch(api.origin + PROJECTS, { method: 'DELETE' })).status).toBe(405)
    }
    expect((await api.send('GET', PROJECTS)).headers.get('ratelimit')).toContain('r=2;')
    await api.stop()
  })

  test('counts per caller, and requests without valid credentials per address', async () => {
    const [one, other] = [createApiKey('one', 'read'), createApiKey('other', 'read')]
    const api = await startApi({ settings: { RATE_LIMIT: '3/60', API_KEYS: `${one.entry},${other.entry}` } })
    const statuses = async (key: string) => {
      const found: number[] = []
      for (let i = 0; i < 4; i++) {
        const headers = { Authorization: `Bearer ${key}` }
        found.push((await api.send('GET', PROJECTS, { headers })).status)
      }
      return found
    }
    expect(await statuses('guess')).toEqual([401, 401, 401, 429])
    expect(await statuses(one.key)).toEqual([200, 200, 200, 429])
    expect(await statuses(other.key)).toEqual([200, 200, 200, 429])
    await api.stop()
  })

  test.each([
    ["and no TRUST_PROXY, counts the requests of the connection's address", {}, [200, 200, 200, 429]],
    ['of a trusted proxy, counts each client', { TRUST_PROXY: '1' }, [200, 200, 200, 200]],
    ['of a trusted network, counts each client', { TRUST_PROXY: 'loopback' }, [200, 200, 200, 200]],
    [
      "of another network, counts the requests of the connection's address",
      { TRUST_PROXY: '10.0.0.0/8' },
      [200, 200, 200, 429],
    ],
  ])('with X-Forwarded-For %s', async (_, settings, expected) => {
    const api = await startApi({ settings: { RATE_LIMIT: '3/60', ...settings } })
    const found: number[] = []
    for (let i = 1; i <= 4; i++) {
      const headers = { 'X-Forwarded-For': `203.0.113.${i}` }
      found.push((await api.send('GET', PROJECTS, { headers })).status)
    }
    expect(found).toEqual(expected)
    await api.stop()
  })
})

describe('behind a trusted proxy, a client is counted and logged by one address, however X-Forwarded-For spells it:', () => {
  test.each([
    [{ TRUST_PROXY: '1' }, '203.0.113.7', ['203.0.113.7:4711', '::ffff:203.0.113.7', '::FFFF:cb00:7107']],
    [{ TRUST_PROXY: '1' }, '2001:db8::1', ['2001:DB8:0:0::1', '[2001:db8::1]:4711', '2001:db8::1%eth0']],
    [
      { TRUST_PROXY: 'loopback' },
      '203.0.113.7',
      ['a, 203.0.113.7:1', 'b, 203.0.113.7:2, 127.0.0.1:3', '203.0.113.7, ::1'],
    ],
    [{ TRUST_PROXY: 'loopback' }, '127.0.0.1', ['unknown', '203.0.113.7, _hidden', '203.0.113.7, 1.2.3']],
  ])('%j, %s', async (settings, client, spellings) => {
    const api = await startApi({ settings: { RATE_LIMIT: '3/60', ...settings } })
    const left: (string | null)[] = []
    for (const spelling of spellings) {
      const { headers } = await api.send('GET', PROJECTS, { headers: { 'X-Forwarded-For': spelling } })
      left.push(headers.get('ratelimit'))
    }
    const count = (n: number): unknown => expect.stringContaining(`r=${n};`)
    expect(left).toEqual([count(2), count(1), count(0)])
    expect(api.log.map((line) => line['client'])).toEqual([client, client, client])
    await api.stop()
  })
})

test('requests for /readyz at the same time share one check of the database', async () => {
  const api = await startApi()
  const activity = (condition: string) =>
    queryOn(
      api.databaseUrl,
      `select from pg_stat_activity where application_name = 'workbench-api' and datname = current_database() ${condition}`,
    )
  const lock = new pg.Client({ connectionString: api.databaseUrl })
  await lock.connect()
  await lock.query('begin; lock table projects')
  const responses = Array.from({ length: 20 }, () => api.send('GET', '/readyz'))
  await until(async () => (await activity(`and wait_event_type = 'Lock'`)).length > 0)
  await lock.query('commit')
  for (const { status } of await Promise.all(responses)) expect(status).toBe(200)
  expect(await activity('')).toHaveLength(1)
  await lock.end()
  await api.stop()
})

test('without RATE_LIMIT, no response has RateLimit headers', async () => {
  const api = await startApi()
  const { headers } = await api.send('GET', PROJECTS)
  expect(headers.has('ratelimit')).toBe(false)
  expect(headers.has('ratelimit-policy')).toBe(false)
  await api.stop()
})
