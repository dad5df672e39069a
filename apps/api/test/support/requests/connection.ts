import { Agent, request } from 'node:http'

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
  bytes: Buffer
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
    const ownHost = headers.some(([name]) => name === 'Host') ? [] : ['Host', host]
    const length = body === undefined ? [] : ['Content-Length', String(body.length)]
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent: this.#agent,
          ...{ hostname, port, method, path: target },
          headers: [...ownHost, ...headers.flat(), ...length],
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
            const bytes = Buffer.concat(chunks)
            const status = response.statusCode ?? 0
            resolve({ status, headers: new Headers(pairs), text: bytes.toString(), bytes })
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

/** Sends one request as it is. */
export async function exchange(
  origin: string,
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<HttpResponse> {
  const connection = new Connection(origin)
  const content = body === undefined ? undefined : Buffer.from(body)
  try {
    return await connection.exchange({ method, target, headers: Object.entries(headers), body: content })
  } finally {
    connection.close()
  }
}
