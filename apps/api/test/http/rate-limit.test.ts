import { createApiKey } from '../../src/auth/api-keys.ts'

import { startApi, type TestApi } from '../support/requests/api.ts'
import { holdLock } from '../support/database/lock.ts'
import { queryOn } from '../support/database/query-on.ts'

const PROJECTS = '/api/v1/projects'

const startLimited = (settings: Record<string, string> = {}): Promise<TestApi> =>
  startApi({ settings: { RATE_LIMIT: '3/60', ...settings } })

describe('RATE_LIMIT 3/60', () => {
  test('sets the RateLimit headers, and rejects the fourth request with 429 and Retry-After', async () => {
    const api = await startLimited()
    for (const left of [2, 1, 0]) {
      const { status, headers } = await api.send('GET', PROJECTS)
      expect(status).toBe(200)
      expect(headers.get('ratelimit-policy')).toBe('"default";q=3;w=60')
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${left};t=\\d+$`))
    }
    const { status, headers, problem } = await api.send('POST', PROJECTS, { body: { name: 'one too many' } })
    const seconds = Number(headers.get('retry-after'))
    expect([status, seconds > 0, seconds <= 60]).toEqual([429, true, true])
    expect(headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/)
    expect(problem.detail).toBe(`The limit is 3 requests in 60 seconds; try again in ${seconds} seconds`)
    expect(await api.db.selectFrom('projects').select('id').execute()).toEqual([])
  })

  test('counts documents and unknown paths, but not health checks, OPTIONS and unsupported methods', async () => {
    const api = await startLimited()
    for (const [method, path, status] of [
      ['OPTIONS', PROJECTS, 204],
      ['DELETE', PROJECTS, 405],
      ['GET', '/livez', 200],
      ['GET', '/v3/api-docs', 200],
      ['GET', '/nowhere', 404],
      ['GET', PROJECTS, 200],
      ['GET', '/v3/api-docs', 429],
      ['GET', '/readyz', 200],
    ] as const) {
      const answer = await fetch(api.origin + path, { method })
      expect([method, path, answer.status]).toEqual([method, path, status])
    }
  })

  test('counts per caller, and requests without valid credentials per address', async () => {
    const [one, other] = [createApiKey('one', 'read'), createApiKey('other', 'read')]
    const api = await startLimited({ API_KEYS: `${one.entry},${other.entry}` })
    for (const [key, status] of [
      ['guess', 401] as const,
      [one.key, 200] as const,
      [other.key, 200] as const,
    ]) {
      const found: number[] = []
      for (let i = 0; i < 4; i++) {
        const headers = { Authorization: `Bearer ${key}` }
        found.push((await api.send('GET', PROJECTS, { headers })).status)
      }
      expect(found).toEqual([status, status, status, 429])
    }
  })

  test.each([
    ["and no TRUST_PROXY, counts the requests of the connection's address", {}, 429],
    ['of a trusted proxy, counts each client', { TRUST_PROXY: '1' }, 200],
    ['of a trusted network, counts each client', { TRUST_PROXY: 'loopback' }, 200],
    ["of another network, counts the connection's address", { TRUST_PROXY: '10.0.0.0/8' }, 429],
  ])('with X-Forwarded-For %s', async (_, settings, last) => {
    const api = await startLimited(settings)
    const found: number[] = []
    for (let i = 1; i <= 4; i++) {
      const headers = { 'X-Forwarded-For': `203.0.113.${i}` }
      found.push((await api.send('GET', PROJECTS, { headers })).status)
    }
    expect(found).toEqual([200, 200, 200, last])
  })
})

test.each([
  ['1', '203.0.113.7', ['203.0.113.7:4711', '::ffff:203.0.113.7', '::FFFF:cb00:7107']],
  ['1', '2001:db8::1', ['2001:DB8:0:0::1', '[2001:db8::1]:4711', '2001:db8::1%eth0']],
  ['2', '203.0.113.7', ['203.0.113.7, 10.0.0.1', '::ffff:203.0.113.7, ::1', 'a, 203.0.113.7:1, b']],
  ['loopback', '203.0.113.7', ['a, 203.0.113.7:1', 'b, 203.0.113.7:2, 127.0.0.1:3', '203.0.113.7, ::1']],
  ['loopback', '127.0.0.1', ['unknown', '203.0.113.7, _hidden', '203.0.113.7, 1.2.3']],
])(
  'with TRUST_PROXY=%s, a client is counted and logged as %s, however X-Forwarded-For spells it',
  async (trusted, client, spellings) => {
    const api = await startLimited({ TRUST_PROXY: trusted })
    const left: (string | undefined)[] = []
    for (const spelling of spellings) {
      const { headers } = await api.send('GET', PROJECTS, { headers: { 'X-Forwarded-For': spelling } })
      left.push(/r=\d/.exec(headers.get('ratelimit') ?? '')?.[0])
    }
    expect(left).toEqual(['r=2', 'r=1', 'r=0'])
    expect(api.log.map((line) => line['client'])).toEqual([client, client, client])
  },
)

test('requests for /readyz at the same time share one check; without RATE_LIMIT, there are no RateLimit headers', async () => {
  const api = await startApi()
  const lock = await holdLock(api.databaseUrl, 'lock table projects')
  const responses = Array.from({ length: 20 }, () => api.send('GET', '/readyz'))
  await lock.untilWaiting()
  await lock.release()
  for (const { status, headers } of await Promise.all(responses)) {
    expect(status).toBe(200)
    for (const name of ['ratelimit', 'ratelimit-policy']) expect(headers.has(name)).toBe(false)
  }
  const ours = `select from pg_stat_activity where application_name = 'workbench-api' and datname = current_database()`
  expect(await queryOn(api.databaseUrl, ours)).toHaveLength(1)
})
