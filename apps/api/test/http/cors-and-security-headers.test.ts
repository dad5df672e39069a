import { startApi, type TestApi, useApi } from '../support/requests/api.ts'

const PROJECTS = '/api/v1/projects'
const ORIGIN = 'https://app.example.com'

const open = useApi()

const preflight = (api: TestApi, path: string, origin = ORIGIN) =>
  api.send('OPTIONS', path, {
    headers: {
      ...{ Origin: origin, 'Access-Control-Request-Method': 'PUT' },
      'Access-Control-Request-Headers': 'authorization,if-match',
    },
  })

describe('CORS', () => {
  test('sends no CORS headers if CORS_ORIGINS is not set', async () => {
    const answers = [
      await open.send('GET', PROJECTS, { headers: { Origin: ORIGIN } }),
      await preflight(open, PROJECTS),
    ]
    for (const { headers } of answers)
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('allows the origins in CORS_ORIGINS to send the methods and headers of the API, and to read its response headers', async () => {
    const api = await startApi({ settings: { CORS_ORIGINS: `${ORIGIN}, https://other.example.com` } })
    const { status, headers } = await preflight(api, `${PROJECTS}/1`)
    expect(status).toBe(204)
    expect(Object.fromEntries(headers)).toMatchObject({
      allow: 'GET, PUT, DELETE, PATCH, HEAD, OPTIONS',
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': expect.stringContaining('PUT') as string,
      'access-control-allow-headers': 'authorization,if-match',
      'access-control-max-age': '600',
    })
    expect(headers.has('access-control-allow-credentials')).toBe(false)
    for (const path of [PROJECTS, '/nowhere', `${PROJECTS}/1`]) {
      const { headers: received } = await api.send('GET', path, { headers: { Origin: ORIGIN } })
      expect(received.get('access-control-allow-origin')).toBe(ORIGIN)
      expect(received.get('vary')).toMatch(/\bOrigin\b/)
      const exposed = received.get('access-control-expose-headers')?.split(',')
      const names = ['ETag', 'Location', 'Retry-After', 'RateLimit', 'X-Request-Id']
      expect(exposed).toEqual(expect.arrayContaining(names))
    }
  })

  test('sends no CORS headers to an origin that is not in CORS_ORIGINS', async () => {
    const api = await startApi({ settings: { CORS_ORIGINS: ORIGIN } })
    const others = ['https://evil.example.com', 'null', `${ORIGIN}.evil.com`, 'http://app.example.com']
    for (const origin of others)
      expect([origin, '*']).not.toContain(
        (await preflight(api, PROJECTS, origin)).headers.get('access-control-allow-origin'),
      )
  })
})

test.each([PROJECTS, '/nowhere', '/livez', '/errors', '/v3/api-docs', '/swagger-ui/swagger-ui.css'])(
  '%s: the response cannot be rendered or embedded, and does not name the software',
  async (path) => {
    const { headers } = await open.send('GET', path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
    for (const name of ['strict-transport-security', 'x-powered-by', 'server'])
      expect(headers.has(name)).toBe(false)
  },
)

test.each([PROJECTS, `${PROJECTS}/1`, `${PROJECTS}?a=1`, '/nowhere'])(
  '%s: data and errors are not cached',
  async (path) => {
    expect((await open.send('GET', path)).headers.get('cache-control')).toBe('no-store')
  },
)

test('PUBLIC_URL with https: Strict-Transport-Security, and the UI may send requests to it', async () => {
  const secure = await startApi({ publicUrl: 'https://api.example.com/base' })
  const { headers } = await secure.send('GET', PROJECTS)
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  const policyOf = async (api: TestApi) =>
    (await api.send('GET', '/swagger-ui.html')).headers.get('content-security-policy')
  expect(await policyOf(secure)).toContain("connect-src 'self' https://api.example.com;")
  expect(await policyOf(open)).toMatch(/script-src 'self';.*connect-src 'self';/)
})
