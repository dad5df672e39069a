import { execFile } from 'node:child_process'
import { chmod, chown, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { chooseServerUser } from '@workbench/embedded-postgres/server-user'
import { findBinaries } from '@workbench/embedded-postgres/binaries'

import { type Postgres, startPostgres } from '../support/database/postgres.ts'
import { end } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'

const execute = promisify(execFile)

const programs = usePrograms()

async function expectServed(url: string): Promise<void> {
  const server = await programs.start({ DATABASE_URL: url })
  expect((await server.send('GET', '/readyz')).status).toBe(200)
  expect(server.output.stderr).toBe('')
  await end(server)
}

describe('a server whose certificate is signed by itself for another name', () => {
  let postgres: Postgres
  let certificate: string
  beforeAll(async () => {
    certificate = join(programs.directory, 'server.crt')
    const key = join(programs.directory, 'server.key')
    const subject = ['-subj', '/CN=elsewhere', '-addext', 'subjectAltName=DNS:elsewhere']
    const files = ['-keyout', key, '-out', certificate]
    await execute('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files])
    const binaries = await findBinaries()
    const { ids } = await chooseServerUser(process.getuid?.(), binaries, programs.directory)
    await chmod(key, 0o600)
    if (ids !== undefined) await chown(key, ids.uid, ids.gid)
    const hba = join(programs.directory, 'pg_hba.conf')
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
      const program = programs.run('migrate', { DATABASE_URL: url })
      expect(await program.ended).toBe(1)
      expect(program.output.stderr).toBe(
        'The server does not offer the channel binding that channel_binding=require in DATABASE_URL demands\n',
      )
    }
  })

  test('is rejected with sslmode=verify-full', async () => {
    const program = programs.run('main', {
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
  const { username, password, hostname, port, pathname } = new URL(programs.databaseUrl)
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
  })
  proxy.listen(join(programs.directory, '.s.PGSQL.5432'))
  const url = urlOf(`${username}:${password}`, programs.directory, pathname)
  await expectServed(`${url}${url.includes('?') ? '&' : '?'}sslmode=require`)
  await new Promise((resolve) => proxy.close(resolve))
})
