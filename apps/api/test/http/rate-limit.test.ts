import { createApiKey } from '../../src/auth/api-keys.ts'

import { startApi } from '../support/requests/api.ts'

const PROJECTS = '/api/v1/projects'

describe('RATE_LIMIT 3/60', () => {
  test('sets the RateLimit headers, and rejects the fourth request with 429 and Retry-After', async () => {
    const api = await startApi({ settings: { RATE_LIMIT: '3/60' } })
    for (const left of [2, 1, 0]) {
      const { status, headers } = await api.send('GET', PROJECTS)
      expect(status).toBe(200)
      expect(headers.get('ratelimit-policy')).toBe('"default";q=3;w=60')
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${left};t=(59|60)$`))
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

test('without RATE_LIMIT, no response has RateLimit headers', async () => {
  const api = await startApi()
  const { headers } = await api.send('GET', PROJECTS)
  expect(headers.has('ratelimit')).toBe(false)
  expect(headers.has('ratelimit-policy')).toBe(false)
  await api.stop()
})
