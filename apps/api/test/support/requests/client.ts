import { expectDescribed } from './contract.ts'

export interface TestResponse<Body = unknown> {
  status: number
  headers: Headers
  /** Undefined if there is none. */
  body: Body
  text: string
}

export interface RequestOptions {
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged. */
  raw?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

/** Sends requests to a running API and checks every response against the OpenAPI document. */
export interface TestClient {
  origin: string
  send: <Body = unknown>(
    method: string,
    path: string,
    options?: RequestOptions,
  ) => Promise<TestResponse<Body>>
}

export function createClient(origin: string): TestClient {
  return {
    origin,
    async send<Body>(
      method: string,
      path: string,
      { body, raw, headers }: RequestOptions = {},
    ): Promise<TestResponse<Body>> {
      const content = raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const response = await fetch(origin + path, {
        method,
        headers: { ...(content !== undefined && { 'Content-Type': 'application/json' }), ...headers },
        ...(content !== undefined && { body: content }),
        redirect: 'manual',
      })
      const text = await response.text()
      const received = { status: response.status, headers: response.headers, text }
      expectDescribed(method, path, received)
      const isJson = (response.headers.get('content-type') ?? '').includes('json')
      return { ...received, body: (isJson && text !== '' ? JSON.parse(text) : undefined) as Body }
    },
  }
}
