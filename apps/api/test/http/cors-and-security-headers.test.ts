import { startApi, type TestApi } from '../support/requests/api.ts'

const PROJECTS = '/api/v1/projects'
const ORIGIN = 'https://app.example.com'

const preflight = (api: TestApi, path: string, origin = ORIGIN) =>
  fetch(api.origin + path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization,if-match',
    },
  })

describe('CORS', () => {
  test('sends no CORS headers if CORS_ORIGINS is not set', async () => {
    const api = await startApi()
    const { headers } = await api.send('GET', PROJECTS, { headers: { Origin: ORIGIN } })
    for (const answer of [headers, (await preflight(api, PROJECTS)).headers]) {
      expect([...answer.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    await api.stop()
  })

  test('allows the origins in CORS_ORIGINS to send the methods and headers of the API, and to read its response headers', async () => {
    const api = await startApi({ settings: { CORS_ORIGINS: `${ORIGIN}, https://other.example.com` } })
    const response = await preflight(api, `${PROJECTS}/1`)
    expect(response.status).toBe(204)
    expect(response.headers.get('allow')).toBe('GET, PUT, DELETE, PATCH, HEAD, OPTIONS')
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(response.headers.get('access-control-allow-methods')).toContain('PUT')
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization,if-match')
    expect(response.headers.get('access-control-max-age')).toBe('600')
    expect(response.headers.has('access-control-allow-credentials')).toBe(false)

    for (const path of [PROJECTS, '/nowhere', `${PROJECTS}/1`]) {
      const { headers } = await api.send('GET', path, { headers: { Origin: ORIGIN } })
      expect(headers.get('access-control-allow-origin')).toBe(ORIGIN)
      expect(headers.get('vary')).toMatch(/\bOrigin\b/)
      const exposed = headers.get('access-control-expose-headers') ?? ''
      expect(exposed.split(',')).toEqual(
        expect.arrayContaining(['ETag', 'Location', 'Retry-After', 'RateLimit', 'X-Request-Id']),
      )
    }
    await api.stop()
  })

  test('sends no CORS headers to an origin that is not in CORS_ORIGINS', async () => {
    const api = await startApi({ settings: { CORS_ORIGINS: ORIGIN } })
    for (const origin of [
      'https://evil.example.com',
      'null',
      `${ORIGIN}.evil.com`,
      'http://app.example.com',
    ]) {
      const { headers } = await preflight(api, PROJECTS, origin)
      expect(headers.get('access-control-allow-origin')).not.toBe(origin)
      expect(headers.get('access-control-allow-origin')).not.toBe('*')
    }
    await api.stop()
  })

  test('allows every origin with *', async () => {
    const api = await startApi({ settings: { CORS_ORIGINS: '*' } })
    const { headers } = await api.send('GET', PROJECTS, { headers: { Origin: 'https://any.example.com' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    await api.stop()
  })
})

describe('security headers', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.stop())

  const paths = [PROJECTS, '/nowhere', '/livez', '/errors', '/v3/api-docs', '/swagger-ui/swagger-ui.css']

  test.each(paths)(
    '%s: the response cannot be rendered or embedded, and does not name the software',
    async (path) => {
      const { headers } = await api.send('GET', path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.has('strict-transport-security')).toBe(false)
      expect(headers.has('x-powered-by')).toBe(false)
      expect(headers.has('server')).toBe(false)
    },
  )

  test('Strict-Transport-Security is sent only if PUBLIC_URL is https', async () => {
    const secure = await startApi({ publicUrl: 'https://api.example.com' })
    const { headers } = await secure.send('GET', PROJECTS)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    await secure.stop()
  })

  test.each([PROJECTS, `${PROJECTS}/1`, `${PROJECTS}?a=1`, '/nowhere', '/v3/api-docs?'])(
    '%s: data and errors are not cached',
    async (path) => {
      const { status, headers } = await api.send('GET', path)
      const isPage = status === 200 && path !== PROJECTS
      expect(headers.get('cache-control')).toBe(isPage ? null : 'no-store')
    },
  )
})

test('Swagger UI has a Content-Security-Policy for its own files and the API at PUBLIC_URL', async () => {
  const policy = async (publicUrl?: string) => {
    const api = await startApi(publicUrl === undefined ? {} : { publicUrl })
    const { headers } = await api.send('GET', '/swagger-ui.html')
    await api.stop()
    return headers.get('content-security-policy')
  }
  expect(await policy()).toMatch(/script-src 'self';.*connect-src 'self';/)
  expect(await policy('https://api.example.com/base')).toContain(
    "connect-src 'self' https://api.example.com;",
  )
})
