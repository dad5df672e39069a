import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

import type { Header } from '../../support/requests/connection.ts'
import type { Body } from '../steps/step.ts'

/** The bytes of a body, and the headers that describe them. */
export function encodedBody({ text, mediaType, encoding }: Body, maxBytes: number) {
  const [bytes, name] = encodings[encoding](Buffer.from(text), maxBytes)
  const headers: Header[] = [
    ...(mediaType === undefined ? [] : [['Content-Type', mediaType] as const]),
    ...(name === undefined ? [] : [['Content-Encoding', name] as const]),
  ]
  return { bytes, headers }
}

/** The encoded bytes, and the value of Content-Encoding. */
const encodings: Record<Body['encoding'], (bytes: Buffer, maxBytes: number) => [Buffer, string?]> = {
  plain: (bytes) => [bytes],
  gzip: (bytes) => [gzipSync(bytes), 'gzip'],
  deflate: (bytes) => [deflateSync(bytes), 'deflate'],
  br: (bytes) => [brotliCompressSync(bytes), 'br'],
  'truncated gzip': (bytes) => [gzipSync(bytes).subarray(0, -9), 'gzip'],
  unknown: (bytes) => [bytes, 'compress'],
  'utf-16': (bytes) => [Buffer.from(`\ufeff${bytes.toString()}`, 'utf16le')],
  'not utf-8': () => [Buffer.from('{"name":"\u00ed\u00a0\u0080"}', 'latin1')],
  'too large': (bytes, maxBytes) => [Buffer.concat([bytes, Buffer.alloc(maxBytes + 1, ' ')])],
  'too large, compressed': (_bytes, maxBytes) => [gzipSync(Buffer.alloc(2 * maxBytes, ' ')), 'gzip'],
}
