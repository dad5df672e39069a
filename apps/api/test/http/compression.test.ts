import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

import { createApiKey } from '../../src/auth/api-keys.ts'

import { startApi, useApi } from '../support/requests/api.ts'
import { exchange, type HttpResponse } from '../support/requests/connection.ts'

const PROJECTS = '/api/v1/projects'
const BUNDLE = '/swagger-ui/swagger-ui-bundle.js'

const api = useApi()

let path: string
beforeAll(async () => {
  const body = { name: 'Long', description: 'Replace the hoist. '.repeat(100) }
  path = (await api.send('POST', PROJECTS, { body })).headers.get('location') ?? ''
})

const get = (target: string, encodings?: string, headers = {}) =>
  exchange(api.origin, 'GET', target, {
    ...headers,
    ...(encodings !== undefined && { 'Accept-Encoding': encodings }),
  })

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  ...{ br: brotliDecompressSync, gzip: gunzipSync, deflate: inflateSync },
}

const decoded = ({ headers, bytes }: HttpResponse): string =>
  (DECODERS[headers.get('content-encoding') ?? '']?.(bytes) ?? bytes).toString()

test.each<[string | undefined, string | null]>([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['deflate', 'deflate'],
  ['GZIP', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['identity, gzip;q=0.5', null],
  ['identity;q=0, *', 'br'],
  ['gzip;q=nonsense', null],
])('Accept-Encoding %j selects the encoding %s for a list and a document', async (accept, encoding) => {
  for (const target of [PROJECTS, '/v3/api-docs', BUNDLE]) {
    const [plain, answer] = [await get(target), await get(target, accept)]
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding])
    const varies = answer.headers.get('vary')?.includes('Accept-Encoding') === true
    expect(varies || accept === undefined).toBe(true)
    expect(decoded(answer) === plain.text).toBe(true)
    expect(answer.bytes.length < plain.bytes.length).toBe(encoding !== null)
  }
  const headers = accept === undefined ? {} : { 'Accept-Encoding': accept }
  const head = await exchange(api.origin, 'HEAD', PROJECTS, headers)
  expect(head.headers.get('content-encoding')).toBe(encoding)
})

test('a single resource is not compressed, because its strong ETag is that of its bytes', async () => {
  const [plain, packed] = [await get(path), await get(path, 'gzip')]
  expect(packed.headers.get('etag')).toBe(plain.headers.get('etag'))
  expect(packed.headers.get('content-encoding')).toBeNull()
})

test.each(['gzip', 'br'])('an ETag to which a proxy has appended %s is the same', async (encoding) => {
  const { headers } = await api.send('GET', path)
  const tag = (headers.get('etag') ?? '').replace(/"$/, `-${encoding}"`)
  expect((await api.send('GET', path, { headers: { 'If-None-Match': tag } })).status).toBe(304)
  const options = { body: { name: `Long ${encoding}` }, headers: { 'If-Match': tag } }
  expect((await api.send('PUT', path, options)).status).toBe(200)
  expect((await api.send('PUT', path, options)).status).toBe(412)
})

test('with authentication, documents are compressed, but not data', async () => {
  const { key, entry } = createApiKey('a', 'read+write')
  const secured = await startApi({ settings: { API_KEYS: entry } })
  const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'gzip' }
  await secured.send('POST', PROJECTS, { body: { name: 'Long', description: 'c'.repeat(2000) }, headers })
  for (const [target, encoding] of [[PROJECTS, null] as const, ['/v3/api-docs', 'gzip'] as const]) {
    const answer = await exchange(secured.origin, 'GET', target, headers)
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding])
  }
})
