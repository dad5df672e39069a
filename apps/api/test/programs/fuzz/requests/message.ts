import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

import type { Body } from '../steps/step.ts'

export type Header = readonly [name: string, value: string]

/** One byte more than the maximum size of a body. */
const TOO_MANY_BYTES = 100 * 1024 + 1

/** The bytes of an HTTP request. */
export function messageOf(
  method: string,
  target: string,
  headers: readonly Header[],
  body?: Body,
  host = 'localhost',
): Buffer {
  const content = body === undefined ? undefined : encodedBody(body)
  const framing: Header[] =
    content === undefined || body === undefined
      ? []
      : [
          ...(body.mediaType === undefined ? [] : [['Content-Type', body.mediaType] as const]),
          ...(content.encoding === undefined ? [] : [['Content-Encoding', content.encoding] as const]),
          body.framing === 'chunked'
            ? (['Transfer-Encoding', 'chunked'] as const)
            : (['Content-Length', String(content.bytes.length + (isUnfinished(body) ? 1 : 0))] as const),
        ]
  const lines = [['Host', host] as const, ...headers, ...framing].map(([name, value]) => `${name}: ${value}`)
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  if (content === undefined || body === undefined) return head
  return Buffer.concat([head, body.framing === 'chunked' ? chunked(content.bytes) : content.bytes])
}

function encodedBody({ text, encoding }: Body): { bytes: Buffer; encoding?: string } {
  const bytes = Buffer.from(text)
  switch (encoding) {
    case 'plain':
      return { bytes }
    case 'identity':
      return { bytes, encoding: 'identity' }
    case 'gzip':
      return { bytes: gzipSync(bytes), encoding: 'gzip' }
    case 'deflate':
      return { bytes: deflateSync(bytes), encoding: 'deflate' }
    case 'br':
      return { bytes: brotliCompressSync(bytes), encoding: 'br' }
    case 'truncated gzip':
      return { bytes: gzipSync(bytes).subarray(0, -9), encoding: 'gzip' }
    case 'invalid gzip':
      return { bytes: Buffer.concat([Buffer.from('no'), bytes]), encoding: 'gzip' }
    case 'unknown':
      return { bytes, encoding: 'compress' }
    case 'utf-16':
      return { bytes: Buffer.from(`\ufeff${text}`, 'utf16le') }
    case 'not utf-8':
      return {
        bytes: Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
      }
    case 'too large':
      return { bytes: Buffer.concat([bytes, Buffer.alloc(TOO_MANY_BYTES, ' ')]) }
    case 'bomb':
      return { bytes: gzipSync(Buffer.alloc(10 * TOO_MANY_BYTES, ' ')), encoding: 'gzip' }
  }
}

function chunked(bytes: Buffer): Buffer {
  const half = bytes.length >> 1
  const parts = [bytes.subarray(0, half), bytes.subarray(half)].filter((part) => part.length > 0)
  return Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
    Buffer.from('0\r\n\r\n'),
  ])
}

export const isUnfinished = ({ framing }: Body): boolean => framing === 'unfinished'

/** Whether the body can be decoded to its text. */
export const isDecodable = ({ encoding }: Body): boolean =>
  ['plain', 'identity', 'gzip', 'deflate', 'br'].includes(encoding)
