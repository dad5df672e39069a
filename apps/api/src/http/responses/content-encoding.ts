import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Response } from 'express'
import Negotiator from 'negotiator'

export type ContentEncoding = 'br' | 'gzip'

/** In the order of preference. */
const AVAILABLE = ['br', 'gzip', 'identity'] as const

/** A smaller body would hardly become smaller. */
export const MIN_COMPRESSED_BYTES = 1024

/** Faster than gzip, and smaller. The default level 11 takes a hundred times as long. */
const BROTLI_QUALITY = 4

/**
 * Chooses the encoding of a response from the Accept-Encoding header (RFC 9110, section 12.5.3). Undefined: the response
 * is not compressed, because the client prefers that or the body is small.
 */
export function chooseEncoding(accept: string | undefined, bytes: number): ContentEncoding | undefined {
  if (accept === undefined || accept === '') return undefined
  const accepted = acceptedEncodings(accept)
  if (bytes < MIN_COMPRESSED_BYTES && accepted.includes('identity')) return undefined
  const [best] = accepted
  return best === 'identity' ? undefined : best
}

/** Whether the Accept-Encoding header excludes everything that this server can send. */
export const excludesAllEncodings = (accept: string): boolean => acceptedEncodings(accept).length === 0

/** The encodings that a client accepts, the preferred one first. */
function acceptedEncodings(accept: string): (ContentEncoding | 'identity')[] {
  // `x-gzip` is the same as `gzip` (RFC 9110, section 8.4.1.3).
  const headers = { 'accept-encoding': accept.toLowerCase().replaceAll('x-gzip', 'gzip') }
  return new Negotiator({ headers }).encodings(AVAILABLE, { preferred: AVAILABLE })
}

const brotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Compresses a body in another thread. */
export function compress(
  body: string | Buffer,
  encoding: ContentEncoding,
  brotliQuality = BROTLI_QUALITY,
): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body)
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  return brotli(body, { params })
}

/** Sets Content-Encoding, and Vary for every response that another Accept-Encoding would change. */
export function setEncodingHeaders(response: Response, encoding: ContentEncoding | undefined): void {
  const vary = response.getHeader('Vary')
  response.setHeader('Vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`)
  if (encoding !== undefined) response.setHeader('Content-Encoding', encoding)
}
