import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { exportJWK, generateKeyPair, SignJWT } from 'jose'

import { end } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'

const AUDIENCE = 'workbench-test'

const programs = usePrograms()

let pair: Awaited<ReturnType<typeof generateKeyPair>>
const servers: Server[] = []
beforeAll(async () => {
  pair = await generateKeyPair('ES256')
})
afterAll(() => {
  for (const server of servers) server.close()
})

async function origin(server: Server, protocol: string): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  ['https', 200],
  ['http', 503],
])('with an issuer of https, tokens with keys at a jwks_uri of %s get %i', async (protocol, status) => {
  const [key, cert] = [join(programs.directory, 'key'), join(programs.directory, 'cert')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
    stdio: 'ignore',
  })
  let reads = 0
  const publicKey = await exportJWK(pair.publicKey)
  const plain = await origin(
    createHttpServer((_request, response) => {
      reads++
      response.end(JSON.stringify({ keys: [publicKey] }))
    }),
    'http',
  )
  const issuer = await origin(
    createServer({ key: await readFile(key), cert: await readFile(cert) }, (request, response) => {
      const jwksUrl = `${protocol === 'https' ? issuer : plain}/keys`
      response.end(
        JSON.stringify(request.url === '/keys' ? { keys: [publicKey] } : { issuer, jwks_uri: jwksUrl }),
      )
    }),
    'https',
  )
  const settings = { OIDC_ISSUER: issuer, OIDC_AUDIENCE: AUDIENCE, NODE_EXTRA_CA_CERTS: cert }
  const server = await programs.start(settings)
  const token = await new SignJWT({ sub: 'ann', scope: 'workbench:read' })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setExpirationTime('10m')
    .sign(pair.privateKey)
  const headers = { Authorization: `Bearer ${token}` }
  expect((await server.send('GET', '/api/v1/projects', { headers })).status).toBe(status)
  await end(server)
  expect(reads).toBe(0)
  expect(server.output.stdout.includes('its jwks_uri must start with https://')).toBe(status === 503)
})
