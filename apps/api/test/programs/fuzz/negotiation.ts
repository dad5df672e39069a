import type { HttpResponse } from './connection.ts'

type Encoding = 'br' | 'gzip' | 'deflate' | 'identity'

/** Values of Accept-Encoding, with the encoding of a large body. */
export const ACCEPTED_ENCODINGS: readonly (readonly [value: string, encoding: Encoding])[] = [
  ['', 'identity'],
  ['identity', 'identity'],
  ['deflate, zstd', 'deflate'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['BR;Q=1, GZIP;q=0.5', 'br'],
  ['*', 'br'],
  ['gzip;q=x', 'identity'],
  ['br;q=x, *;q=0.001', 'gzip'],
  ['gzip, identity;q=0', 'gzip'],
  ['*;q=0, br', 'br'],
  ['identity;q=0, *;q=0.5', 'br'],
  ['identity;q=0', 'identity'],
  ['*;q=0', 'identity'],
]

/** Bodies of this size are compressed if the client accepts that. */
const MIN_COMPRESSED_BYTES = 1024

/**
 * Throws unless the response has the encoding that the client accepts. A response with an entity tag, which is that of a
 * single resource, is not compressed.
 */
export function expectEncoding(
  accepted: Encoding | undefined,
  { status, headers, text }: HttpResponse,
): void {
  const encoding = headers.get('content-encoding') ?? 'identity'
  const isLarge = Buffer.byteLength(text) >= MIN_COMPRESSED_BYTES && (status === 200 || status === 201)
  const expected = isLarge && !headers.has('etag') ? (accepted ?? 'identity') : 'identity'
  if (encoding !== expected) throw new Error(`Content-Encoding is ${encoding}; expected ${expected}`)
}

/** The entity tag to which a proxy has appended the encoding. */
export const tagWithoutEncoding = (tag: string): string => tag.replace(/-(?:br|gzip|deflate)"$/, '"')

/** Where a request comes from, and the error of a server without authentication: for any request, or only for writes. */
export interface Origin {
  host: string
  headers: readonly (readonly [name: string, value: string])[]
  error?: 421 | 403
}

export const KNOWN_ORIGIN: Origin = { host: 'localhost', headers: [] }

export const ORIGINS: readonly Origin[] = [
  { host: '127.0.0.1:8080', headers: [] },
  { host: '[::1]:', headers: [['Sec-Fetch-Site', 'same-origin']] },
  { host: 'LOCALHOST:1', headers: [['Origin', 'http://localhost:1']] },
  { host: 'localhost', headers: [['Origin', 'https://LOCALHOST']] },
  { host: 'localhost', headers: [['Sec-Fetch-Site', 'none']] },
  { host: 'localhost', headers: [['Origin', 'null']], error: 403 },
  { host: 'localhost', headers: [['Origin', 'http://localhost:81']], error: 403 },
  { host: 'localhost', headers: [['Origin', 'https://localhost.evil.example']], error: 403 },
  { host: 'localhost', headers: [['Sec-Fetch-Site', 'cross-site']], error: 403 },
  {
    host: 'localhost',
    headers: [
      ['Sec-Fetch-Site', 'cross-site'],
      ['Origin', 'http://localhost'],
    ],
    error: 403,
  },
  { host: 'evil.example', headers: [], error: 421 },
  { host: '127.0.0.1.evil.example:80', headers: [], error: 421 },
  { host: 'localhost.', headers: [['Origin', 'http://localhost.']], error: 421 },
  { host: '0.0.0.0', headers: [['Sec-Fetch-Site', 'cross-site']], error: 421 },
  { host: '[::2]', headers: [], error: 421 },
  { host: '\u00e9', headers: [], error: 421 },
]
