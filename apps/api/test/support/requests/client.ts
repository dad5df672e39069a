import { expectDescribed } from './contract.ts'

/** The members of the problems of the API. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  timestamp: string
  errors: { field: string; message: string }[]
  from: string
  to: string
}

export interface TestResponse<Body = unknown> {
  status: number
  headers: Headers
  /** Undefined if there is none. */
  body: Body
  /** The same body, of a response to a request that failed. */
  problem: Problem
  /** The targets in its Link header, by their relation. */
  links: Record<string, string | undefined>
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
      const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : undefined
      const links = linksIn(response.headers.get('link') ?? '')
      return { ...received, body: parsed as Body, problem: parsed as Problem, links }
    },
  }
}

/** Parses a Link header as in RFC 8288. */
function linksIn(header: string): Record<string, string | undefined> {
  const links = [...header.matchAll(/<([^>]*)>; rel="(\w+)"(?:, |$)/g)]
  if (links.map(([text]) => text).join('') !== header) throw new Error(`Not a Link header: ${header}`)
  return Object.fromEntries(links.map(([, target = '', relation = '']) => [relation, target]))
}
