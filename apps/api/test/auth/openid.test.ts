import { createSecretKey } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { SignJWT } from 'jose'

import { startApi, type TestApi } from '../support/requests/api.ts'
import { AUDIENCE, type Provider, startProvider } from './provider.ts'
import { until } from '../support/until.ts'

const PROJECTS = '/api/v1/projects'

let provider: Provider
let api: TestApi
beforeAll(async () => {
  provider = await startProvider()
  api = await startApi({
    settings: { OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: AUDIENCE },
    provider: { cooldownMs: 0, backoffMs: 50 },
  })
})
afterAll(async () => {
  await api.stop()
  await provider.stop()
})

const read = async (token: string) =>
  api.send('GET', PROJECTS, { headers: { Authorization: `Bearer ${token}` } })

const now = (): number => Math.floor(Date.now() / 1000)

describe('an access token of the provider', () => {
  test.each([
    ['scope as text', { scope: 'openid workbench:read' }],
    ['scope as a list', { scope: ['workbench:read'] }],
    ['scp as text', { scope: undefined, scp: 'workbench:read' }],
    ['scp as a list', { scope: undefined, scp: ['other', 'workbench:read'] }],
    ['several audiences', { aud: ['other', AUDIENCE] }],
    ['an exp claim 10 seconds ago, within the clock tolerance', { exp: now() - 10 }],
  ])('is accepted: %s', async (_, claims) => {
    expect((await read(await provider.token(claims))).status).toBe(200)
  })

  test.each(['JWT', 'at+jwt', 'application/at+jwt', undefined])(
    'is accepted with the type %s',
    async (typ) => {
      expect((await read(await provider.token({}, { typ }))).status).toBe(200)
    },
  )

  test('is rejected with 403 for a write without the write scope', async () => {
    const send = async (scope: string) => {
      const headers = { Authorization: `Bearer ${await provider.token({ scope })}` }
      return (await api.send('POST', PROJECTS, { body: { name: 'a' }, headers })).status
    }
    expect(await send('workbench:read')).toBe(403)
    expect(await send('workbench:writer')).toBe(403)
    expect(await send('workbench:write')).toBe(201)
  })

  test('is logged by its subject', async () => {
    const { headers } = await read(await provider.token({ sub: 'auth|42' }))
    const requestId = headers.get('x-request-id')
    expect(api.log.filter((line) => line['requestId'] === requestId)).toMatchObject([
      { caller: 'sub:auth|42' },
    ])
  })
})

describe('a request gets 401 for', () => {
  const cases: [string, () => Promise<string>, string][] = [
    ['an exp claim in the past', () => provider.token({ exp: now() - 60 }), 'The token has expired'],
    [
      'an nbf claim in the future',
      () => provider.token({ nbf: now() + 60 }),
      "The token's nbf claim is not accepted",
    ],
    [
      'a token without an exp claim',
      () => provider.token({ exp: undefined }),
      "The token's exp claim is not accepted",
    ],
    [
      'a token without a sub claim',
      () => provider.token({ sub: undefined }),
      "The token's sub claim is not accepted",
    ],
    [
      'a token for another audience',
      () => provider.token({ aud: 'other' }),
      "The token's aud claim is not accepted",
    ],
    [
      'a token without an aud claim',
      () => provider.token({ aud: undefined }),
      "The token's aud claim is not accepted",
    ],
    [
      'a token of another issuer',
      () => provider.token({ iss: 'https://a' }),
      "The token's iss claim is not accepted",
    ],
    [
      'a token that is not an access token',
      () => provider.token({}, { typ: 'logout+jwt' }),
      'The token is not an access token',
    ],
    ...[
      ...[
        null,
        '',
        0,
        1,
        false,
        true,
        {},
        [],
        ['ann'],
        { toString: 'ann' },
        { toString: null, valueOf: null },
      ],
      ...['x'.repeat(256), 'a\0', 'a\nb', '\ud800'],
    ].map((sub): [string, () => Promise<string>, string] => [
      `the sub claim ${JSON.stringify(sub).slice(0, 30)}`,
      () => provider.token({ sub }),
      "The token's sub claim is not accepted",
    ]),
    ...[null, 5, {}, ['JWT']].map((typ): [string, () => Promise<string>, string] => [
      `the type ${JSON.stringify(typ)} in the header`,
      () => provider.token({}, { typ }),
      'The token is not an access token',
    ]),
    [
      'a token with an unknown key id',
      () => provider.token({}, { kid: 'other' }),
      'The token was not signed by the configured provider',
    ],
    [
      'a token with a changed signature',
      async () => (await provider.token()).replace(/.{4}$/, 'AAAA'),
      'The token was not signed by the configured provider',
    ],
    [
      'a token with an HMAC signature',
      () =>
        new SignJWT({ sub: 'ann', scope: 'workbench:read' })
          .setProtectedHeader({ alg: 'HS256', kid: 'key-0' })
          .setIssuer(provider.issuer)
          .setAudience(AUDIENCE)
          .setExpirationTime('10m')
          .sign(createSecretKey(Buffer.alloc(32))),
      'The token was not signed by the configured provider',
    ],
    [
      'a token without a signature',
      async () => {
        const [, payload = ''] = (await provider.token()).split('.')
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
      },
      'The token was not signed by the configured provider',
    ],
    [
      'text that is not a JWT',
      () => Promise.resolve('a.b'),
      'The token was not signed by the configured provider',
    ],
    [
      'an API key, because none is configured',
      () => Promise.resolve('workbench_a'),
      'The API key is not known',
    ],
  ]

  test.each(cases)('%s', async (_, make, detail) => {
    const { status, headers, body } = await read(await make())
    expect(status).toBe(401)
    expect(body).toMatchObject({ title: 'Unauthorized', detail })
    expect(headers.get('www-authenticate')).toBe(
      `Bearer realm="workbench", error="invalid_token", error_description="${detail}", scope="workbench:read"`,
    )
  })
})

describe('the key set of the provider', () => {
  test('is read once for many requests', async () => {
    const token = await provider.token()
    await read(token)
    const before = provider.reads()
    await Promise.all(Array.from({ length: 20 }, () => read(token)))
    expect(provider.reads()).toBe(before)
  })

  test('is read again if the provider signs with a new key', async () => {
    await provider.rotate()
    expect((await read(await provider.token())).status).toBe(200)
  })

  test('is not read again for every token with an unknown key', async () => {
    const server = await startApi({ settings: { OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: AUDIENCE } })
    const token = await provider.token({}, { kid: 'unknown' })
    const before = provider.reads()
    for (let i = 0; i < 10; i++) {
      const headers = { Authorization: `Bearer ${token}` }
      expect((await server.send('GET', PROJECTS, { headers })).status).toBe(401)
    }
    expect(provider.reads()).toBe(before + 1)
    await server.stop()
  })
})

describe('the provider', () => {
  const settings = () => ({ OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: AUDIENCE })

  test('that is unreachable causes 503 with Retry-After and a warning, until it is reachable again', async () => {
    provider.setUp(false)
    const late = await startApi({ settings: settings(), provider: { backoffMs: 50 } })
    const headers = { Authorization: `Bearer ${await provider.token()}` }
    const answer = await late.send('GET', PROJECTS, { headers })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(answer.body).toMatchObject({
      title: 'Service unavailable',
      detail: 'The OpenID provider cannot be reached; try again',
    })
    expect(late.log).toEqual(expect.arrayContaining([expect.objectContaining({ level: 40 })]))
    expect(late.log).not.toEqual(expect.arrayContaining([expect.objectContaining({ level: 50 })]))
    expect((await late.send('GET', '/readyz')).status).toBe(200)
    provider.setUp(true)
    await until(async () => (await late.send('GET', PROJECTS, { headers })).status === 200)
    await late.stop()
  })

  test.each([false, 'html'] as const)('gets no request for some time after a failure (%s)', async (up) => {
    provider.setUp(up)
    const server = await startApi({ settings: settings(), provider: { backoffMs: 600_000 } })
    const headers = { Authorization: `Bearer ${await provider.token()}` }
    const before = provider.requests()
    for (let i = 0; i < 5; i++) expect((await server.send('GET', PROJECTS, { headers })).status).toBe(503)
    expect(provider.requests()).toBe(before + 1)
    provider.setUp(true)
    await server.stop()
  })

  test('that is unreachable does not affect tokens with cached keys, even while tokens with unknown keys arrive', async () => {
    const token = await provider.token()
    const unknown = await provider.token({}, { kid: 'unknown' })
    expect((await read(token)).status).toBe(200)
    provider.setUp(false)
    expect((await read(unknown)).status).toBe(503)
    expect((await read(token)).status).toBe(200)
    provider.setUp(true)
  })

  test('is rejected if its metadata redirects', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/elsewhere') response.end(metadata())
      else response.writeHead(302, { Location: '/elsewhere' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const metadata = () => JSON.stringify({ issuer, jwks_uri: `${provider.issuer}/keys` })
    const wrong = await startApi({ settings: { ...settings(), OIDC_ISSUER: issuer } })
    const headers = { Authorization: `Bearer ${await provider.token({ iss: issuer })}` }
    expect((await wrong.send('GET', PROJECTS, { headers })).status).toBe(503)
    await wrong.stop()
    server.close()
  })

  test.each(['http://id.example.com/keys', 'http://127.0.0.1.example.com/keys', 'file:///keys', '/keys'])(
    'is rejected if its keys are at %s, and the log names the reason',
    async (url) => {
      const server = createServer((_request, response) =>
        response.end(JSON.stringify({ issuer, jwks_uri: url })),
      )
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const wrong = await startApi({ settings: { ...settings(), OIDC_ISSUER: issuer } })
      const headers = { Authorization: `Bearer ${await provider.token({ iss: issuer })}` }
      expect((await wrong.send('GET', PROJECTS, { headers })).status).toBe(503)
      const warning = expect.stringMatching(/must start with https:|Invalid URL/) as string
      expect(wrong.log).toContainEqual(expect.objectContaining({ level: 40, cause: warning }))
      await wrong.stop()
      server.close()
    },
  )

  test('is rejected if the issuer in its metadata is not OIDC_ISSUER', async () => {
    const wrong = await startApi({ settings: { ...settings(), OIDC_ISSUER: `${provider.issuer}/` } })
    const headers = { Authorization: `Bearer ${await provider.token({ iss: `${provider.issuer}/` })}` }
    expect((await wrong.send('GET', PROJECTS, { headers })).status).toBe(503)
    await wrong.stop()
  })
})
