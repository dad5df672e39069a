import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { MIGRATIONS } from '../../src/db/migrations/index.ts'

import { createClient } from '../support/requests/client.ts'
import { createDatabase, type TestDatabase } from '../support/database/database.ts'
import { makeProject } from '../support/requests/make.ts'
import {
  end,
  makeDirectory,
  runProgram,
  type ServerProcess,
  startServer,
} from '../support/programs/process.ts'
import { until } from '../support/until.ts'

let directory: Awaited<ReturnType<typeof makeDirectory>>
let database: TestDatabase
beforeAll(async () => {
  directory = await makeDirectory()
  database = await createDatabase()
})
afterAll(async () => {
  await database.drop()
  await directory.remove()
})

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

describe('the start fails with one line for', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT must be an integer from 0 to 65535, but is "http"'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, but is "loud"',
    ],
    [{ NODE_ENV: 'production' }, 'DATABASE_URL is required when NODE_ENV is production'],
    [
      { DATABASE_URL: 'mysql://root:secret@localhost/a' },
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://, but does not',
    ],
    [
      { HOST: '203.0.113.7', ANONYMOUS_ACCESS: 'allow' },
      'Cannot listen on HOST 203.0.113.7 and PORT 0: listen EADDRNOTAVAIL',
    ],
  ])('%j', async (settings, line) => {
    const needsDatabase = 'HOST' in settings
    const url = needsDatabase ? { DATABASE_URL: database.url } : {}
    const program = runProgram('main', directory.path, { PORT: '0', ...url, ...settings })
    expect(await program.ended).toBe(1)
    expect(program.output.stderr).toMatch(/^[^\n]*\n$/)
    expect(program.output.stderr).toContain(line)
  })

  test('a port that is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as { port: number }
    const program = runProgram('main', directory.path, { PORT: String(port), DATABASE_URL: database.url })
    expect(await program.ended).toBe(1)
    expect(program.output.stderr).toBe(
      `Cannot listen on HOST 127.0.0.1 and PORT ${port}: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
    )
    taken.close()
  })

  test('a database that rejects the connection', async () => {
    const url = new URL(database.url)
    url.pathname = '/no_such_database'
    const program = runProgram('main', directory.path, { PORT: '0', DATABASE_URL: url.href })
    expect(await program.ended).toBe(1)
    expect(program.output.stderr).toMatch(
      /^The database of DATABASE_URL cannot be used: .*no_such_database[^\n]*\n$/,
    )
  })
})

describe('a server that other machines can reach', () => {
  test.each(['0.0.0.0', '::', '192.0.2.1'])(
    'does not start on %s without authentication or ANONYMOUS_ACCESS',
    async (host) => {
      const program = runProgram('main', directory.path, { HOST: host, DATABASE_URL: database.url })
      expect(await program.ended).toBe(1)
      expect(program.output.stderr).toBe(
        `HOST ${host} can be reached from other machines: set OIDC_ISSUER and OIDC_AUDIENCE to accept the access tokens of an OpenID provider, or API_KEYS to accept API keys, or ANONYMOUS_ACCESS=allow to let everyone read and write\n`,
      )
    },
  )

  test.each([
    ['everyone', { ANONYMOUS_ACCESS: 'allow' }, 200],
    ['keys', { API_KEYS: `ci:read:${'a'.repeat(64)}` }, 401],
    ['tokens', { OIDC_ISSUER: 'https://id.example.com', OIDC_AUDIENCE: 'a' }, 401],
  ])('starts for %s', async (_, settings, status) => {
    const server = await startServer(directory.path, {
      HOST: '0.0.0.0',
      DATABASE_URL: database.url,
      ...settings,
    })
    expect((await fetch(`${server.origin}/api/v1/projects`)).status).toBe(status)
    expect(await end(server)).toBe(0)
  })

  test('does not start if API_KEYS_FILE cannot be read', async () => {
    const settings = { DATABASE_URL: database.url, API_KEYS_FILE: '/nowhere/keys' }
    const program = runProgram('main', directory.path, settings)
    expect(await program.ended).toBe(1)
    expect(program.output.stderr).toMatch(/^API_KEYS_FILE \/nowhere\/keys cannot be used: ENOENT[^\n]*\n$/)
  })
})

describe('a server with DATABASE_URL', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServer(directory.path, { DATABASE_URL: database.url })
  })

  test('listens only on the loopback address by default', async () => {
    const addresses = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address?.family === 'IPv4' && !address.internal)
    const { port } = new URL(server.origin)
    for (const address of addresses) {
      await expect(fetch(`http://${String(address?.address)}:${port}/livez`)).rejects.toThrow('fetch failed')
    }
    expect((await fetch(`${server.origin}/livez`)).status).toBe(200)
  })

  test('uses PUBLIC_URL and ERRORS_BASE in its responses', async () => {
    const other = await startServer(directory.path, {
      DATABASE_URL: database.url,
      PUBLIC_URL: 'https://api.example.com/base/',
    })
    const client = createClient(other.origin)
    const { body } = await client.send<{ servers: unknown }>('GET', '/v3/api-docs')
    expect(body.servers).toEqual([{ url: 'https://api.example.com/base' }])
    const created = await client.send<{ id: string }>('POST', '/api/v1/projects', { body: { name: 'a' } })
    expect(created.headers.get('location')).toBe(
      `https://api.example.com/base/api/v1/projects/${created.body.id}`,
    )
    expect((await client.send('GET', '/x')).body).toMatchObject({
      type: 'https://api.example.com/base/errors/not-found',
    })
    await end(other)
  })

  test('uses its own /errors as the base of problem types by default, and serves the pages', async () => {
    const { body } = await createClient(server.origin).send<{ type: string }>('GET', '/x')
    expect(body.type).toBe(`${server.origin}/errors/not-found`)
    expect(await (await fetch(body.type)).text()).toContain('Resource not found')
  })

  test('stops on a signal: rejects connections, completes running requests, closes their connections, and exits with 0', async () => {
    const client = createClient(server.origin)
    const { id } = await makeProject(client)
    await withClient(database.url, async (lock) => {
      await lock.query('begin')
      await lock.query('select from projects where id = $1 for update', [id])
      const running = client.send('PUT', `/api/v1/projects/${id}`, { body: { name: 'New' } })
      await untilWaiting()
      server.child.kill('SIGTERM')
      await untilRefused(server.origin)
      await lock.query('commit')
      const { status, headers } = await running
      expect(status).toBe(200)
      expect(headers.get('connection')).toBe('close')
    })
    expect(await server.ended).toBe(0)
  })

  test('writes only lines of JSON until its end', () => {
    const lines = server.output.stdout.trim().split('\n')
    const events = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(events).toEqual(expect.arrayContaining(['listening', 'request', 'stopped']))
    expect(server.output.stderr).toBe('')
  })
})

test('a server that stops closes idle connections before the shutdown timeout', async () => {
  const server = await startServer(directory.path, { DATABASE_URL: database.url, CHANGES_TTL: '600' })
  const eventStream = 'GET /api/v1/changes HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n'
  const idle = await openWith(server, '')
  const partial = await openWith(server, 'GET / HTTP/1.1\r\n')
  const stream = await openWith(server, eventStream)
  await once(stream, 'data')
  expect(await end(server)).toBe(0)
  expect(server.output.stdout).not.toContain('closing the connections of running requests')
  for (const socket of [idle, partial, stream]) socket.destroy()
})

/** Opens a connection that sends a text and stays open. */
async function openWith(server: ServerProcess, text: string): Promise<Socket> {
  const { hostname, port } = new URL(server.origin)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** Waits until a database connection is blocked by a lock. */
async function untilWaiting(): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await withClient(database.url, (client) => until(async () => (await client.query(waiting)).rowCount === 1))
}

async function untilRefused(origin: string): Promise<void> {
  const { hostname, port } = new URL(origin)
  await until(() => {
    const socket = connect(Number(port), hostname)
    return new Promise((resolve) => {
      socket.on('connect', () => {
        socket.destroy()
        resolve(false)
      })
      socket.on('error', () => {
        resolve(true)
      })
    })
  })
}

describe('migrations', () => {
  test('run once if several servers and commands start concurrently on an empty database', async () => {
    const empty = await createDatabase()
    const settings = { DATABASE_URL: empty.url }
    const commands = [1, 2, 3].map(() => runProgram('migrate', directory.path, settings))
    const servers = await Promise.all([1, 2, 3].map(() => startServer(directory.path, settings)))
    expect(await Promise.all(commands.map(({ ended }) => ended))).toEqual([0, 0, 0])
    for (const server of servers) expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    await Promise.all(servers.map((server) => end(server)))

    const said = [...commands, ...servers].map(({ output }) => output.stdout).join('')
    expect(said.match(/0001-projects-and-tasks/g)).toHaveLength(1)
    const { rows } = await withClient(empty.url, (client) =>
      client.query('select name from kysely_migration order by name'),
    )
    expect(rows).toEqual(Object.keys(MIGRATIONS).map((name) => ({ name })))
    await empty.drop()
  })

  test('can be run by a command, which prints the applied migrations', async () => {
    const empty = await createDatabase()
    const first = runProgram('migrate', directory.path, { DATABASE_URL: empty.url })
    expect(await first.ended).toBe(0)
    expect(first.output.stdout).toBe(`${Object.keys(MIGRATIONS).join('\n')}\n`)
    const again = runProgram('migrate', directory.path, { DATABASE_URL: empty.url })
    expect(await again.ended).toBe(0)
    expect(again.output.stdout).toBe('No migrations to apply\n')
    await empty.drop()
  })

  test('can be repeated after a partly committed run', async () => {
    const empty = await createDatabase()
    const settings = { DATABASE_URL: empty.url }
    await runProgram('migrate', directory.path, settings).ended
    await withClient(empty.url, (client) =>
      client.query('delete from kysely_migration; drop index tasks_by_title'),
    )
    const again = runProgram('migrate', directory.path, settings)
    expect(await again.ended).toBe(0)
    const found = await withClient(empty.url, (client) =>
      client.query(`select from pg_class where relname = 'tasks_by_title'`),
    )
    expect(found.rowCount).toBe(1)
    await empty.drop()
  })

  test('require DATABASE_URL', async () => {
    const command = runProgram('migrate', directory.path, {})
    expect(await command.ended).toBe(1)
    expect(command.output.stderr).toBe(
      'DATABASE_URL is required: set it to the URL of the database to migrate\n',
    )
  })
})

test('a server that waits for its database logs one line without a stack, and ends on a signal', async () => {
  const url = new URL(database.url)
  url.hostname = 'localhost'
  url.port = String(await unusedPort())
  const program = runProgram('main', directory.path, { PORT: '0', DATABASE_URL: url.href })
  const isWaiting = (): boolean => program.output.stdout.includes('the database does not answer yet')
  await until(() => Promise.resolve(isWaiting()))
  // Connects again each second.
  await sleep(3_000)
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(143)
  const lines = program.output.stdout.split('\n').slice(0, -1)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 40,
    cause: expect.stringContaining('ECONNREFUSED') as string,
  })
  expect(program.output.stdout).not.toContain('stack')
})

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
