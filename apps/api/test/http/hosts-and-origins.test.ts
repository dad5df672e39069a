import { createApiKey } from '../../src/auth/api-keys.ts'

import { startApi, type TestApi, useApi } from '../support/requests/api.ts'
import { exchange } from '../support/requests/connection.ts'
import { expectDescribed } from '../support/requests/contract.ts'
import { makeProject } from '../support/requests/make.ts'

const PROJECTS = '/api/v1/projects'

/** Sends a request with any Host header, as `fetch` cannot. */
async function send(server: TestApi, method: string, path: string, headers: Record<string, string>) {
  const received = await exchange(server.origin, method, path, headers)
  if (method !== 'HEAD') expectDescribed(method, path, received)
  return { ...received, body: JSON.parse(received.text || '{}') as Record<string, unknown> }
}

const statusOf = async (...request: Parameters<typeof send>) => (await send(...request)).status

describe('a server without authentication', () => {
  const api = useApi()

  test.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST', 'localhost:1', 'localhost:'])(
    'serves the host %s',
    async (host) => {
      expect(await statusOf(api, 'GET', PROJECTS, { Host: host })).toBe(200)
    },
  )

  test.each([
    ...['evil.example:8080', 'localhost.evil.example', 'evil.example:80:localhost', 'localhost@evil.example'],
    ...['localhost.', '127.0.0.2', '0.0.0.0', '[::2]', '::1', 'null'],
  ])('rejects every request for the host %s with 421, and writes nothing', async (host) => {
    const { id } = await makeProject(api)
    for (const [method, path] of [
      ['GET', PROJECTS],
      ['HEAD', PROJECTS],
      ['POST', `${PROJECTS}/${id}/archive`],
      ['OPTIONS', PROJECTS],
      ['GET', '/swagger-ui.html'],
      ['GET', '/nowhere'],
    ] as const)
      expect([method, path, await statusOf(api, method, path, { Host: host })]).toEqual([method, path, 421])
    expect((await api.send('GET', `${PROJECTS}/${id}`)).body).toMatchObject({ status: 'ACTIVE' })
  })

  test.each([
    ['evil.example', 'localhost', 421],
    ['localhost', 'evil.example', 200],
    ['localhost@evil.example', 'localhost', 421],
  ])('uses the host %s of an absolute target instead of the Host header %s', async (host, header, status) => {
    expect(await statusOf(api, 'GET', `http://${host}${PROJECTS}`, { Host: header })).toBe(status)
  })

  test.each(['/livez', '/readyz', '/livez?verbose'])('answers %s for any host', async (path) => {
    for (const host of ['10.1.2.3:8080', 'evil.example'])
      expect(await statusOf(api, 'GET', path, { Host: host })).toBe(200)
  })

  test.each([
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
  ] as Record<string, string>[])(
    'rejects writes of pages with %j with 403, and lets them read',
    async (headers) => {
      const { id } = await makeProject(api)
      for (const [method, path] of [
        ['POST', `${PROJECTS}/${id}/archive`],
        ['PUT', `${PROJECTS}/${id}`],
        ['DELETE', `${PROJECTS}/${id}`],
        ['POST', PROJECTS],
        ['PATCH', `/api/v1/tasks/${id}/status`],
      ] as const) {
        const { status, body } = await send(api, method, path, headers)
        expect([method, path, status, body['title']]).toEqual([method, path, 403, 'Cross-site request'])
      }
      const { status, body } = await send(api, 'GET', `${PROJECTS}/${id}`, headers)
      expect([status, body]).toMatchObject([200, { status: 'ACTIVE' }])
    },
  )

  test('accepts writes of its own pages, and of clients that are not browsers', async () => {
    const { host } = new URL(api.origin)
    for (const headers of [
      { Origin: api.origin, 'Sec-Fetch-Site': 'same-origin' },
      { Origin: `http://${host}`, Host: host },
      { Origin: 'https://localhost', Host: 'localhost' },
      { 'Sec-Fetch-Site': 'none' },
      {},
    ] as Record<string, string>[]) {
      const { id } = await makeProject(api)
      expect(await statusOf(api, 'POST', `${PROJECTS}/${id}/archive`, headers)).toBe(200)
    }
  })
})

test('ALLOWED_HOSTS, HOST and PUBLIC_URL name further hosts, and PUBLIC_URL and CORS_ORIGINS further origins', async () => {
  const hosts = { ALLOWED_HOSTS: 'Api.internal, 10.1.2.3,fd00::1', HOST: '127.0.0.2' }
  const api = await startApi({
    settings: { ...hosts, CORS_ORIGINS: 'https://app.example.com' },
    publicUrl: 'https://api.example.com/base',
  })
  const served = ['api.internal:81', '10.1.2.3', '[fd00::1]', '127.0.0.2', 'api.example.com', 'localhost']
  for (const host of [...served, 'other.internal']) {
    const status = await statusOf(api, 'GET', PROJECTS, { Host: host })
    expect([host, status]).toEqual([host, served.includes(host) ? 200 : 421])
  }
  const path = `${PROJECTS}/${(await makeProject(api)).id}/archive`
  for (const [origin, status] of [
    ['https://api.example.com', 200],
    ['https://app.example.com', 200],
    ['https://app.example.com.evil.example', 403],
  ] as const) {
    const headers = { Origin: origin, 'Sec-Fetch-Site': 'cross-site' }
    expect([origin, await statusOf(api, 'POST', path, headers)]).toEqual([origin, status])
  }
})

const FOREIGN = { Host: 'evil.example', Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }

test('ALLOWED_HOSTS=* serves every host, and CORS_ORIGINS=* accepts writes of every origin', async () => {
  const api = await startApi({ settings: { ALLOWED_HOSTS: '*', CORS_ORIGINS: '*' } })
  const path = `${PROJECTS}/${(await makeProject(api)).id}/archive`
  expect(await statusOf(api, 'POST', path, FOREIGN)).toBe(200)
})

test('a server with authentication serves every host and origin', async () => {
  const { key, entry } = createApiKey('a', 'read+write')
  const api = await startApi({ settings: { API_KEYS: entry } })
  expect(await statusOf(api, 'GET', PROJECTS, FOREIGN)).toBe(401)
  const headers = { ...FOREIGN, Authorization: `Bearer ${key}` }
  expect(await statusOf(api, 'GET', PROJECTS, headers)).toBe(200)
  expect(await statusOf(api, 'POST', `${PROJECTS}/1/archive`, headers)).toBe(404)
})
