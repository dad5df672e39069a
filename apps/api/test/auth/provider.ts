import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** An OpenID provider: its metadata, its public keys, and tokens that it signs. */
export interface Provider {
  issuer: string
  /** Signs a token. `claims` and `header` override the defaults; undefined removes one. */
  token: (claims?: Claims, header?: Record<string, unknown>) => Promise<string>
  /** Replaces the signing key by a new one with another id. */
  rotate: () => Promise<void>
  /** With false, every request gets a 500; with `html`, a page with status 200. */
  setUp: (up: boolean | 'html') => void
  /** Number of requests for the key set. */
  reads: () => number
  /** Number of all requests. */
  requests: () => number
  stop: () => Promise<void>
}

/** Providers may send values of any type. */
type Claims = { [Name in keyof JWTPayload]: unknown }

export const AUDIENCE = 'workbench-test'

export async function startProvider(): Promise<Provider> {
  let up: boolean | 'html' = true
  let reads = 0
  let requests = 0
  let number = 0
  let pair = await generateKeyPair('ES256')
  const server: Server = createServer((request, response) => {
    requests++
    void (async () => {
      if (up === 'html') {
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Maintenance</p>')
        return
      }
      if (!up) {
        response.writeHead(500).end()
        return
      }
      if (request.url === '/keys') reads++
      const key = { ...(await exportJWK(pair.publicKey)), kid: `key-${number}`, alg: 'ES256', use: 'sig' }
      const documents: Record<string, unknown> = {
        '/.well-known/openid-configuration': { issuer, jwks_uri: `${issuer}/keys` },
        '/keys': { keys: [key] },
      }
      const document = documents[request.url ?? '']
      response.writeHead(document === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(document ?? {}))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    token: async (claims = {}, header = {}) => {
      const now = Math.floor(Date.now() / 1000)
      const defaults = {
        iss: issuer,
        aud: AUDIENCE,
        sub: 'ann',
        iat: now,
        exp: now + 600,
        scope: 'workbench:read',
      }
      const payload = JSON.parse(JSON.stringify({ ...defaults, ...claims })) as JWTPayload
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'ES256', kid: `key-${number}`, typ: 'at+jwt', ...header })
        .sign(pair.privateKey)
    },
    rotate: async () => {
      number++
      pair = await generateKeyPair('ES256')
    },
    setUp: (value) => {
      up = value
    },
    reads: () => reads,
    requests: () => requests,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
