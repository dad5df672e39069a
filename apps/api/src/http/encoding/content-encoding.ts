import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Response } from 'express'

export type ContentEncoding = 'br' | 'gzip'

/** In the order of preference. */
const ENCODINGS: readonly ContentEncoding[] = ['br', 'gzip']

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
  const qualities = parseQualities(accept)
  const qualityOf = (name: string) => qualities.get(name) ?? qualities.get('*') ?? 0
  if (bytes < MIN_COMPRESSED_BYTES && acceptsIdentity(qualities)) return undefined
  let chosen: ContentEncoding | undefined
  let best = Math.max(qualities.get('identity') ?? 0, Number.MIN_VALUE)
  for (const name of ENCODINGS) {
    const quality = qualityOf(name)
    if (chosen === undefined ? quality >= best : quality > best) {
      chosen = name
      best = quality
    }
  }
  return chosen
}

/** Whether the Accept-Encoding header excludes everything that this server can send. */
export function excludesAllEncodings(accept: string): boolean {
  return !acceptsIdentity(parseQualities(accept)) && chooseEncoding(accept, 0) === undefined
}

const acceptsIdentity = (qualities: ReadonlyMap<string, number>): boolean =>
  (qualities.get('identity') ?? qualities.get('*') ?? 1) > 0

/** The quality of each encoding in an Accept-Encoding header. An invalid quality counts as 0. */
function parseQualities(accept: string): Map<string, number> {
  const qualities = new Map<string, number>()
  // `x-gzip` is the same as `gzip` (RFC 9110, section 8.4.1.3).
  for (const part of accept.toLowerCase().replaceAll('x-gzip', 'gzip').split(',')) {
    const [name = '', weight] = part.split(';').map((text) => text.trim())
    const quality = weight === undefined ? '1' : /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight)?.[1]
    if (name !== '') qualities.set(name, Number(quality ?? 0))
  }
  return qualities
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
