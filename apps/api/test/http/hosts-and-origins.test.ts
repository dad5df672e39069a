import { once } from 'node:events'
import { request as sendRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

import { createApiKey } from '../../src/auth/api-keys.ts'

import { startApi, type TestApi } from '../support/requests/api.ts'
import { expectDescribed } from '../support/requests/contract.ts'
import { makeProject } from '../support/requests/make.ts'

const PROJECTS = '/api/v1/projects'

/** Sends a request with any Host header, as `fetch` cannot. */
async function send(api: TestApi, method: string, path: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(api.origin)
  const sent = sendRequest({ hostname, port, method, path, headers }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const received = {
    status: response.statusCode ?? 0,
    headers: new Headers(response.headers as Record<string, string>),
    text: await text(response),
  }
  if (method !== 'HEAD') expectDescribed(method, path, received)
  return {
    ...received,
    body: (received.text === '' ? {} : JSON.parse(received.text)) as Record<string, unknown>,
  }
}

const statusOf = async (...request: Parameters<typeof send>) => (await send(...request)).status

describe('a server without authentication', () => {
  let api: TestApi
  let port: string
  beforeAll(async () => {
    api = await startApi()
    port = new URL(api.origin).port
  })
  afterAll(() => api.stop())

  test.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST', 'localhost:1', 'localhost:'])(
    'serves the host %s',
    async (host) => {
      expect(await statusOf(api, 'GET', PROJECTS, { Host: host })).toBe(200)
    },
  )

  test.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    'evil.example:80:localhost',
    'localhost@evil.example',
    'localhost.',
    '127.0.0.2',
    '0.0.0.0',
    '[::2]',
    '::1',
    'null',
  ])('rejects every request for the host %s with 421, and writes nothing', async (host) => {
    const { id } = await makeProject(api)
    for (const [method, path] of [
      ['GET', PROJECTS],
      ['HEAD', PROJECTS],
      ['POST', `${PROJECTS}/${id}/archive`],
      ['DELETE', `${PROJECTS}/${id}`],
      ['OPTIONS', PROJECTS],
      ['GET', '/swagger-ui.html'],
      ['GET', '/v3/api-docs'],
      ['GET', '/nowhere'],
    ] as const) {
      expect([method, path, await statusOf(api, method, path, { Host: host })]).toEqual([method, path, 421])
    }
    expect((await api.send('GET', `${PROJECTS}/${id}`)).body).toMatchObject({ status: 'ACTIVE' })
  })

  test('says which setting serves the host, and shortens a long one', async () => {
    const { body } = await send(api, 'GET', PROJECTS, { Host: 'evil.example' })
    expect(body).toMatchObject({
      title: 'Misdirected request',
      detail:
        'This server has no authentication and does not serve the host "evil.example"; to serve it, add it to ALLOWED_HOSTS',
    })
    const long = await send(api, 'GET', PROJECTS, { Host: 'x'.repeat(10_000) })
    expect(long.status).toBe(421)
    expect(long.text.length).toBeLessThan(500)
  })

  test('uses the host of an absolute request target instead of the Host header', async () => {
    expect(await statusOf(api, 'GET', `http://evil.example${PROJECTS}`, { Host: 'localhost' })).toBe(421)
    expect(await statusOf(api, 'GET', `http://localhost${PROJECTS}`, { Host: 'evil.example' })).toBe(200)
    expect(
      await statusOf(api, 'GET', `http://localhost@evil.example${PROJECTS}`, { Host: 'localhost' }),
    ).toBe(421)
  })

  test.each(['/livez', '/readyz', '/livez?verbose'])(
    'answers health checks for any host: %s',
    async (path) => {
      for (const host of ['10.1.2.3:8080', 'evil.example'])
        expect(await statusOf(api, 'GET', path, { Host: host })).toBe(200)
    },
  )

  test.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another origin', { Origin: 'https://evil.example' }],
    ['both', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['an opaque origin', { Origin: 'null' }],
    ['another port of this machine', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' }],
    [
      'a site that claims to be of this origin',
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
    ],
  ])('rejects writes of pages of %s with 403, and lets them read', async (_name, headers) => {
    const { id } = await makeProject(api)
    for (const [method, path] of [
      ['POST', `${PROJECTS}/${id}/archive`],
      ['PUT', `${PROJECTS}/${id}`],
      ['DELETE', `${PROJECTS}/${id}`],
      ['POST', PROJECTS],
      ['PATCH', `/api/v1/tasks/${id}/status`],
    ] as const) {
      const { status, body } = await send(api, method, path, headers)
      expect([method, path, status]).toEqual([method, path, 403])
      expect(body).toMatchObject({
        title: 'Cross-site request',
        type: expect.stringMatching(/cross-site-request$/) as string,
      })
    }
    const { status, body } = await send(api, 'GET', `${PROJECTS}/${id}`, headers)
    expect([status, body]).toMatchObject([200, { status: 'ACTIVE' }])
  })

  test('accepts writes of its own pages, and of clients that are not browsers', async () => {
    for (const headers of [
      { Origin: api.origin, 'Sec-Fetch-Site': 'same-origin' },
      { Origin: `http://localhost:${port}`, Host: `localhost:${port}` },
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
  const api = await startApi({
    settings: {
      ALLOWED_HOSTS: 'Api.internal, 10.1.2.3,fd00::1',
      CORS_ORIGINS: 'https://app.example.com',
      HOST: '127.0.0.2',
    },
    publicUrl: 'https://api.example.com/base',
  })
  for (const host of [
    'api.internal:81',
    '10.1.2.3',
    '[fd00::1]',
    '127.0.0.2',
    'api.example.com',
    'localhost',
  ])
    expect([host, await statusOf(api, 'GET', PROJECTS, { Host: host })]).toEqual([host, 200])
  expect(await statusOf(api, 'GET', PROJECTS, { Host: 'other.internal' })).toBe(421)
  const { id } = await makeProject(api)
  for (const [origin, status] of [
    ['https://api.example.com', 200],
    ['https://app.example.com', 200],
    ['https://app.example.com.evil.example', 403],
  ] as const) {
    const headers = { Origin: origin, 'Sec-Fetch-Site': 'cross-site' }
    expect([origin, await statusOf(api, 'POST', `${PROJECTS}/${id}/archive`, headers)]).toEqual([
      origin,
      status,
    ])
  }
  await api.stop()
})

test('ALLOWED_HOSTS=* serves every host, and CORS_ORIGINS=* accepts writes of every origin', async () => {
  const api = await startApi({ settings: { ALLOWED_HOSTS: '*', CORS_ORIGINS: '*' } })
  const { id } = await makeProject(api)
  const headers = { Host: 'evil.example', Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  expect(await statusOf(api, 'POST', `${PROJECTS}/${id}/archive`, headers)).toBe(200)
  await api.stop()
})

test('a server with authentication serves every host and origin', async () => {
  const { key, entry } = createApiKey('a', 'read+write')
  const api = await startApi({ settings: { API_KEYS: entry } })
  const headers = { Host: 'api.internal', Origin: 'https://app.example.com', 'Sec-Fetch-Site': 'cross-site' }
  expect(await statusOf(api, 'GET', PROJECTS, headers)).toBe(401)
  expect(await statusOf(api, 'GET', PROJECTS, { ...headers, Authorization: `Bearer ${key}` })).toBe(200)
  const archive = `${PROJECTS}/1/archive`
  expect(await statusOf(api, 'POST', archive, { ...headers, Authorization: `Bearer ${key}` })).toBe(404)
  await api.stop()
})
