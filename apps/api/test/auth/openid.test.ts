import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { JwksOptions } from '../../src/auth/jwks.ts'
import { startApi, type TestApi } from '../support/requests/api.ts'
import { AUDIENCE, type Provider, startProvider } from './provider.ts'
import { until } from '../support/until.ts'

const PROJECTS = '/api/v1/projects'

let provider: Provider
let api: TestApi
beforeAll(async () => {
  provider = await startProvider()
  api = await startWith({ cooldownMs: 0, backoffMs: 50 })
})
afterAll(() => provider.stop())

const startWith = (options: JwksOptions = {}, issuer = provider.issuer): Promise<TestApi> =>
  startApi({ settings: { OIDC_ISSUER: issuer, OIDC_AUDIENCE: AUDIENCE }, provider: options })

const read = (token: string, server = api) =>
  server.send('GET', PROJECTS, { headers: { Authorization: `Bearer ${token}` } })

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

const NOT_SIGNED = 'The token was not signed by the configured provider'
const notAccepted = (claim: string): string => `The token's ${claim} claim is not accepted`
const base64 = (text: string): string => Buffer.from(text).toString('base64url')

describe('a request gets 401 for', () => {
  /** The claims of a token, or those and its header, by what is wrong. */
  type Case = [name: string, token: Parameters<Provider['token']>, detail: string]
  const tokens: Case[] = [
    ['an exp claim in the past', [{ exp: now() - 60 }], 'The token has expired'],
    ['an nbf claim in the future', [{ nbf: now() + 60 }], notAccepted('nbf')],
    ['a token without an exp claim', [{ exp: undefined }], notAccepted('exp')],
    ['a token without a sub claim', [{ sub: undefined }], notAccepted('sub')],
    ['a token for another audience', [{ aud: 'other' }], notAccepted('aud')],
    ['a token without an aud claim', [{ aud: undefined }], notAccepted('aud')],
    ['a token of another issuer', [{ iss: 'https://a' }], notAccepted('iss')],
    ['a token that is not an access token', [{}, { typ: 'logout+jwt' }], 'The token is not an access token'],
    ['a token with an unknown key id', [{}, { kid: 'other' }], NOT_SIGNED],
    ...[null, '', ['ann'], 'x'.repeat(256), 'a\0', '\ud800'].map((sub): Case => [
      `the sub claim ${JSON.stringify(sub).slice(0, 30)}`,
      [{ sub }],
      notAccepted('sub'),
    ]),
    ...[null, ['JWT']].map((typ): Case => [
      `the type ${JSON.stringify(typ)} in the header`,
      [{}, { typ }],
      'The token is not an access token',
    ]),
  ]
  const cases: [string, () => Promise<string> | string, string][] = [
    ...tokens.map(([name, parts, detail]): [string, () => Promise<string>, string] => [
      ...([name, () => provider.token(...parts), detail] as const),
    ]),
    [
      'a token with a changed signature',
      async () => (await provider.token()).replace(/.{4}$/, 'AAAA'),
      NOT_SIGNED,
    ],
    [
      'a token without a signature',
      async () => `${base64('{"alg":"none"}')}.${(await provider.token()).split('.')[1] ?? ''}.`,
      NOT_SIGNED,
    ],
    ['text that is not a JWT', () => 'a.b', NOT_SIGNED],
    ['an API key, because none is configured', () => 'workbench_a', 'The API key is not known'],
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
    const server = await startWith()
    const token = await provider.token({}, { kid: 'unknown' })
    const before = provider.reads()
    for (let i = 0; i < 10; i++) expect((await read(token, server)).status).toBe(401)
    expect(provider.reads()).toBe(before + 1)
  })
})

describe('the provider', () => {
  afterEach(() => {
    provider.setUp(true)
  })

  test('that is unreachable causes 503 with Retry-After and a warning, until it is reachable again', async () => {
    provider.setUp(false)
    const late = await startWith({ backoffMs: 50 })
    const token = await provider.token()
    const { status, headers, problem } = await read(token, late)
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect(problem.detail).toBe('The OpenID provider cannot be reached; try again')
    expect(new Set(late.log.map(({ level }) => level))).toEqual(new Set([30, 40]))
    expect((await late.send('GET', '/readyz')).status).toBe(200)
    provider.setUp(true)
    await until(async () => (await read(token, late)).status === 200)
  })

  test.each([false, 'html'] as const)('gets no request for some time after a failure (%s)', async (up) => {
    provider.setUp(up)
    const server = await startWith({ backoffMs: 600_000 })
    const token = await provider.token()
    const before = provider.requests()
    for (let i = 0; i < 5; i++) expect((await read(token, server)).status).toBe(503)
    expect(provider.requests()).toBe(before + 1)
  })

  test('that is unreachable does not affect tokens with cached keys, even while tokens with unknown keys arrive', async () => {
    const [token, unknown] = [await provider.token(), await provider.token({}, { kid: 'unknown' })]
    expect((await read(token)).status).toBe(200)
    provider.setUp(false)
    expect((await read(unknown)).status).toBe(503)
    expect((await read(token)).status).toBe(200)
  })

  /** Starts a server whose issuer answers in this way, and sends a token of this issuer. Returns the log. */
  async function logOf(answer: (issuer: string, request: IncomingMessage, response: ServerResponse) => void) {
    const other = createServer((request, response) => {
      answer(issuer, request, response)
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const server = await startWith({}, issuer)
    expect((await read(await provider.token({ iss: issuer }), server)).status).toBe(503)
    other.close()
    return server.log
  }

  test('is rejected if its metadata redirects', async () => {
    const log = await logOf((issuer, { url }, response) => {
      if (url !== '/elsewhere') response.writeHead(302, { Location: '/elsewhere' }).end()
      else response.end(JSON.stringify({ issuer, jwks_uri: `${provider.issuer}/keys` }))
    })
    expect(log).toContainEqual(expect.objectContaining({ level: 40 }))
  })

  test.each(['http://id.example.com/keys', 'http://127.0.0.1.example.com/keys', 'file:///keys', '/keys'])(
    'is rejected if its keys are at %s, and the log names the reason',
    async (url) => {
      const log = await logOf((issuer, _request, response) =>
        response.end(JSON.stringify({ issuer, jwks_uri: url })),
      )
      const warning = expect.stringMatching(/must start with https:|Invalid URL/) as string
      expect(log).toContainEqual(expect.objectContaining({ level: 40, cause: warning }))
    },
  )

  test('is rejected if the issuer in its metadata is not OIDC_ISSUER', async () => {
    const issuer = `${provider.issuer}/`
    const server = await startWith({}, issuer)
    expect((await read(await provider.token({ iss: issuer }), server)).status).toBe(503)
  })
})
