import { execFile } from 'node:child_process'
import { chmod, chown, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { chooseServerUser } from '@workbench/embedded-postgres/server-user'
import { findBinaries } from '@workbench/embedded-postgres/binaries'

import { createDatabase } from '../support/database/database.ts'
import { type Postgres, startPostgres } from '../support/database/postgres.ts'
import { end, makeDirectory, runProgram, startServer } from '../support/programs/process.ts'

const execute = promisify(execFile)

let directory: Awaited<ReturnType<typeof makeDirectory>>
beforeAll(async () => {
  directory = await makeDirectory()
})
afterAll(() => directory.remove())

async function expectServed(url: string): Promise<void> {
  const server = await startServer(directory.path, { DATABASE_URL: url })
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  expect(server.output.stderr).toBe('')
  await end(server)
}

describe('a server whose certificate is signed by itself for another name', () => {
  let postgres: Postgres
  let certificate: string
  beforeAll(async () => {
    certificate = join(directory.path, 'server.crt')
    const key = join(directory.path, 'server.key')
    const subject = ['-subj', '/CN=elsewhere', '-addext', 'subjectAltName=DNS:elsewhere']
    const files = ['-keyout', key, '-out', certificate]
    await execute('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files])
    const binaries = await findBinaries()
    const { ids } = await chooseServerUser(process.getuid?.(), binaries, directory.path)
    await chmod(key, 0o600)
    if (ids !== undefined) await chown(key, ids.uid, ids.gid)
    const hba = join(directory.path, 'pg_hba.conf')
    const lines = ['postgres all all scram-sha-256', 'trusted all all trust', 'plain all all password']
    await writeFile(hba, lines.map((line) => `hostssl ${line}\n`).join(''))
    postgres = await startPostgres(
      'ssl = on',
      ...[`ssl_cert_file = '${certificate}'`, `ssl_key_file = '${key}'`, `hba_file = '${hba}'`],
    )
  })
  afterAll(() => postgres.remove())

  test('is used with sslmode=require, and with verify-ca and its certificate as the CA', async () => {
    await expectServed(`${postgres.url}?sslmode=require`)
    await expectServed(`${postgres.url}?sslmode=verify-ca&sslrootcert=${certificate}`)
  })

  test('is used with channel_binding=require, which needs SCRAM', async () => {
    const query = 'sslmode=require&channel_binding=require&connect_timeout=10'
    await expectServed(`${postgres.url}?${query}`)
    for (const name of ['trusted', 'plain']) {
      const url = `${postgres.url.replace(/[^/]+$/, name)}?${query}`
      const program = runProgram('migrate', directory.path, { DATABASE_URL: url })
      expect(await program.ended).toBe(1)
      expect(program.output.stderr).toBe(
        'The server does not offer the channel binding that channel_binding=require in DATABASE_URL demands\n',
      )
    }
  })

  test('is rejected with sslmode=verify-full', async () => {
    const program = runProgram('main', directory.path, {
      PORT: '0',
      DATABASE_URL: `${postgres.url}?sslmode=verify-full&sslrootcert=${certificate}`,
    })
    await Promise.race([program.ended, new Promise((resolve) => program.child.stdout?.once('data', resolve))])
    await end(program)
    expect(program.output.stdout + program.output.stderr).toContain('ERR_TLS_CERT_ALTNAME_INVALID')
  })
})

test.each([
  [
    'a parameter',
    (user: string, socket: string, path: string) => `postgres://${user}@${path}?host=${socket}`,
  ],
  [
    'the host',
    (user: string, socket: string, path: string) => `postgres://${user}@${encodeURIComponent(socket)}${path}`,
  ],
])('a socket as %s of DATABASE_URL is used, without TLS', async (_, urlOf) => {
  const database = await createDatabase()
  const { username, password, hostname, port, pathname } = new URL(database.url)
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
  })
  proxy.listen(join(directory.path, '.s.PGSQL.5432'))
  const url = urlOf(`${username}:${password}`, directory.path, pathname)
  await expectServed(`${url}${url.includes('?') ? '&' : '?'}sslmode=require`)
  await new Promise((resolve) => proxy.close(resolve))
  await database.drop()
})
