import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

import { startApi, type TestApi } from '../support/requests/api.ts'
import { startProvider } from '../auth/provider.ts'

const PROJECTS = '/api/v1/projects'
const BUNDLE = '/swagger-ui/swagger-ui-bundle.js'

let api: TestApi
let path: string
beforeAll(async () => {
  api = await startApi()
  const body = { name: 'Long', description: 'Replace the hoist. '.repeat(100) }
  const { headers } = await api.send('POST', PROJECTS, { body })
  path = headers.get('location') ?? ''
})
afterAll(() => api.stop())

interface Raw {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** The decompressed body. */
  text: string
}

/** Sends a request without decompressing the response, which `fetch` would do. */
function send(
  method: string,
  target: string,
  encodings?: string,
  more: Record<string, string> = {},
  body?: string,
  origin = api.origin,
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...more,
      ...(encodings !== undefined && { 'Accept-Encoding': encodings }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    }
    const sent = httpRequest(origin + target, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const encoding = bytes.length === 0 ? undefined : response.headers['content-encoding']
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes,
          text: (encoding === 'br'
            ? brotliDecompressSync(bytes)
            : encoding === 'gzip'
              ? gunzipSync(bytes)
              : encoding === 'deflate'
                ? inflateSync(bytes)
                : bytes
          ).toString(),
        })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

test.each<[string | undefined, string | undefined]>([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate', 'deflate'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['*', 'br'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0, gzip', 'gzip'],
  ['identity;q=0, *', 'br'],
  ['gzip;q=nonsense', undefined],
])('Accept-Encoding %j selects the encoding %s for a list and a document', async (accept, encoding) => {
  for (const target of [PROJECTS, '/v3/api-docs', BUNDLE]) {
    const plain = await send('GET', target)
    const answer = await send('GET', target, accept)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary?.includes('Accept-Encoding')).toBe(accept === undefined ? undefined : true)
    expect(answer.text === plain.text).toBe(true)
    expect(answer.bytes.length < plain.bytes.length).toBe(encoding !== undefined)

    if (!target.startsWith(PROJECTS)) continue
    const head = await send('HEAD', target, accept)
    const same = ['content-encoding', 'etag', 'vary'] as const
    expect(same.map((name) => head.headers[name])).toEqual(same.map((name) => answer.headers[name]))
  }
})

test('a single resource is not compressed, because its strong ETag is that of its bytes', async () => {
  const [plain, packed] = await Promise.all([send('GET', path), send('GET', path, 'gzip')])
  expect(packed.headers).toMatchObject({ etag: plain.headers.etag })
  expect(packed.headers['content-encoding']).toBeUndefined()
})

test.each(['gzip', 'br'])('an ETag to which a proxy has appended %s is the same', async (encoding) => {
  const { headers } = await send('GET', path)
  const tag = (headers.etag ?? '').replace(/"$/, `-${encoding}"`)
  expect(await send('GET', path, undefined, { 'If-None-Match': tag })).toMatchObject({ status: 304 })
  const body = JSON.stringify({ name: `Long ${encoding}`, description: 'a'.repeat(2000) })
  expect(await send('PUT', path, undefined, { 'If-Match': tag }, body)).toMatchObject({ status: 200 })
  expect(await send('PUT', path, undefined, { 'If-Match': tag }, body)).toMatchObject({ status: 412 })
})

test('a file of the UI has the same weak ETag in each encoding, and is much smaller', async () => {
  const [plain, gzip, br] = [
    await send('GET', BUNDLE),
    await send('GET', BUNDLE, 'gzip'),
    await send('GET', BUNDLE, 'br'),
  ]
  expect(plain.headers.etag).toMatch(/^W\//)
  expect([gzip, br].map(({ headers }) => headers.etag)).toEqual([plain.headers.etag, plain.headers.etag])
  expect(gzip.headers['content-type']).toBe(plain.headers['content-type'])
  expect(br.bytes.length).toBeLessThan(plain.bytes.length / 3)
  const unchanged = await send('GET', BUNDLE, 'br', { 'If-None-Match': plain.headers.etag ?? '' })
  expect(unchanged).toMatchObject({ status: 304, text: '' })
})

test('with authentication, documents are compressed, but not data', async () => {
  const provider = await startProvider()
  const settings = { OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: 'workbench-test' }
  const secured = await startApi({ settings })
  const token = await provider.token({ scope: 'workbench:read workbench:write' })
  const headers = { Authorization: `Bearer ${token}` }
  const body = JSON.stringify({ name: 'Long', description: 'c'.repeat(2000) })
  await send('POST', PROJECTS, undefined, headers, body, secured.origin)
  const list = await send('GET', PROJECTS, 'gzip', headers, undefined, secured.origin)
  const document = await send('GET', '/v3/api-docs', 'gzip', {}, undefined, secured.origin)
  expect([list.status, document.status]).toEqual([200, 200])
  const encodings = [list, document].map((answer) => answer.headers['content-encoding'])
  await secured.stop()
  await provider.stop()
  expect(encodings).toEqual([undefined, 'gzip'])
})
