import { Agent, request } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

import type { Body } from './steps/step.ts'

export type Header = readonly [name: string, value: string]

export interface HttpRequest {
  method: string
  target: string
  headers: readonly Header[]
  body: Buffer | undefined
}

export interface HttpResponse {
  status: number
  headers: Headers
  text: string
}

/** A keep-alive connection: it also checks that an invalid request does not affect the next one. */
export class Connection {
  readonly #origin: URL
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(origin: string) {
    this.#origin = new URL(origin)
  }

  /** Sends a request as it is, without a normalization of its target. Throws without a complete response. */
  exchange({ method, target, headers, body }: HttpRequest): Promise<HttpResponse> {
    const { hostname, port, host } = this.#origin
    const length = body === undefined ? [] : ['Content-Length', String(body.length)]
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent: this.#agent,
          ...{ hostname, port, method, path: target },
          headers: ['Host', host, ...headers.flat(), ...length],
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const pairs = Object.entries(response.headersDistinct).map(([name, values]): [string, string] => [
              name,
              (values ?? []).join(', '),
            ])
            const text = Buffer.concat(chunks).toString()
            resolve({ status: response.statusCode ?? 0, headers: new Headers(pairs), text })
          })
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

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
