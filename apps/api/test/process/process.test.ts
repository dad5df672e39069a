import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '@workbench/embedded-postgres/server-process'

import { MIGRATIONS } from '../../src/db/migrations/index.ts'

import { createDatabase } from '../support/database/database.ts'
import { lockProject } from '../support/database/lock.ts'
import { queryOn } from '../support/database/query-on.ts'
import { makeProject } from '../support/requests/make.ts'
import { open } from '../support/requests/raw-http.ts'
import { end, type Program, type ServerProcess } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'
import { until } from '../support/until.ts'

const programs = usePrograms()

describe('the start fails with one line for', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT must be an integer from 0 to 65535, but is "http"'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, but is "loud"',
    ],
    [{ NODE_ENV: 'production', DATABASE_URL: '' }, 'DATABASE_URL is required when NODE_ENV is production'],
    [
      { DATABASE_URL: 'mysql://root:secret@localhost/a' },
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://, but does not',
    ],
    [
      { HOST: '203.0.113.7', ANONYMOUS_ACCESS: 'allow' },
      'Cannot listen on HOST 203.0.113.7 and PORT 0: listen EADDRNOTAVAIL',
    ],
  ])('%j', async (settings, line) => {
    expect(await programs.failure(settings as Record<string, string>)).toContain(line)
  })

  test('a database that rejects the connection', async () => {
    const url = programs.databaseUrl.replace(/[^/]+$/, 'no_such_database')
    expect(await programs.failure({ DATABASE_URL: url })).toMatch(
      /^The database of DATABASE_URL cannot be used: .*no_such_database/,
    )
  })
})

describe('a server that other machines can reach', () => {
  test.each(['0.0.0.0', '::', '192.0.2.1'])(
    'does not start on %s without authentication or ANONYMOUS_ACCESS',
    async (host) => {
      expect(await programs.failure({ HOST: host })).toBe(
        `HOST ${host} can be reached from other machines: set OIDC_ISSUER and OIDC_AUDIENCE to accept the access tokens of an OpenID provider, or API_KEYS to accept API keys, or ANONYMOUS_ACCESS=allow to let everyone read and write\n`,
      )
    },
  )

  test.each([
    ['everyone', { ANONYMOUS_ACCESS: 'allow' }, 200],
    ['keys', { API_KEYS: `ci:read:${'a'.repeat(64)}` }, 401],
    ['tokens', { OIDC_ISSUER: 'https://id.example.com', OIDC_AUDIENCE: 'a' }, 401],
  ])('starts for %s', async (_, settings, status) => {
    const server = await programs.start({ HOST: '0.0.0.0', ...settings })
    expect((await server.send('GET', '/api/v1/projects')).status).toBe(status)
  })

  test('does not start if API_KEYS_FILE cannot be read', async () => {
    const message = 'API_KEYS_FILE /nowhere/keys cannot be used: ENOENT'
    expect(await programs.failure({ API_KEYS_FILE: '/nowhere/keys' })).toContain(message)
  })
})

describe('a server with DATABASE_URL', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await programs.start()
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
    const url = 'https://api.example.com/base'
    const { send } = await programs.start({ PUBLIC_URL: `${url}/` })
    expect((await send('GET', '/v3/api-docs')).body).toMatchObject({ servers: [{ url }] })
    const created = await send<{ id: string }>('POST', '/api/v1/projects', { body: { name: 'a' } })
    expect(created.headers.get('location')).toBe(`${url}/api/v1/projects/${created.body.id}`)
    expect((await send('GET', '/x')).problem.type).toBe(`${url}/errors/not-found`)
  })

  test('uses its own /errors as the base of problem types by default, and serves the pages', async () => {
    const { type } = (await server.send('GET', '/x')).problem
    expect(type).toBe(`${server.origin}/errors/not-found`)
    expect(await (await fetch(type)).text()).toContain('Resource not found')
  })

  test('stops on a signal: rejects connections, completes running requests, closes their connections, and exits with 0', async () => {
    const { id } = await makeProject(server)
    const lock = await lockProject(programs.databaseUrl, id)
    const running = server.send('PUT', `/api/v1/projects/${id}`, { body: { name: 'New' } })
    await lock.untilWaiting()
    server.child.kill('SIGTERM')
    await untilRefused(server.origin)
    await lock.release()
    const { status, headers } = await running
    expect([status, headers.get('connection')]).toEqual([200, 'close'])
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
  const server = await programs.start({ CHANGES_TTL: '600' })
  const eventStream = 'GET /api/v1/changes HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n'
  const sockets = await Promise.all([1, 2, 3].map(() => open(server.origin, { allowHalfOpen: true })))
  const [, partial, stream] = sockets
  partial?.write('GET / HTTP/1.1\r\n')
  stream?.write(eventStream)
  if (stream) await once(stream, 'data')
  expect(await end(server)).toBe(0)
  expect(server.output.stdout).not.toContain('closing the connections of running requests')
  for (const socket of sockets) socket.destroy()
})

const untilRefused = (origin: string): Promise<void> =>
  until(() =>
    open(origin).then(
      (socket) => !socket.destroy(),
      () => true,
    ),
  )

describe('migrations', () => {
  test('run once if several servers and commands start concurrently on an empty database', async () => {
    const empty = await createDatabase()
    const settings = { DATABASE_URL: empty.url }
    const commands = [1, 2, 3].map(() => programs.run('migrate', settings))
    const servers = await Promise.all([1, 2, 3].map(() => programs.start(settings)))
    expect(await Promise.all(commands.map(({ ended }) => ended))).toEqual([0, 0, 0])
    for (const { send } of servers) expect((await send('GET', '/readyz')).status).toBe(200)
    await Promise.all(servers.map((server) => end(server)))

    const said = [...commands, ...servers].map(({ output }) => output.stdout).join('')
    expect(said.match(/0001-projects-and-tasks/g)).toHaveLength(1)
    const rows = await queryOn(empty.url, 'select name from kysely_migration order by name')
    expect(rows).toEqual(Object.keys(MIGRATIONS).map((name) => ({ name })))
    await empty.drop()
  })

  test('can be run by a command, which prints the applied migrations, and be repeated', async () => {
    const empty = await createDatabase()
    const migrate = async (): Promise<string> => {
      const { ended, output } = programs.run('migrate', { DATABASE_URL: empty.url })
      expect(await ended).toBe(0)
      return output.stdout
    }
    const names = `${Object.keys(MIGRATIONS).join('\n')}\n`
    expect(await migrate()).toBe(names)
    expect(await migrate()).toBe('No migrations to apply\n')
    // As after a run that was committed only partly.
    await queryOn(empty.url, 'delete from kysely_migration; drop index tasks_by_title')
    expect(await migrate()).toBe(names)
    expect(await queryOn(empty.url, `select from pg_class where relname = 'tasks_by_title'`)).toHaveLength(1)
    await empty.drop()
  })

  test('require DATABASE_URL', async () => {
    const command = programs.run('migrate')
    expect(await command.ended).toBe(1)
    expect(command.output.stderr).toBe(
      'DATABASE_URL is required: set it to the URL of the database to migrate\n',
    )
  })
})

test('a server or a migration that waits for its database says why, in one line without a stack, and ends on a signal', async () => {
  const url = new URL(programs.databaseUrl)
  url.hostname = 'localhost'
  url.port = String(await freePort())
  const program = programs.run('main', { PORT: '0', DATABASE_URL: url.href })
  const migrating = programs.run('migrate', { DATABASE_URL: url.href })
  const isWaiting = ({ output }: Program): boolean =>
    (output.stdout + output.stderr).includes('he database does not answer yet')
  await until(() => Promise.resolve(isWaiting(program) && isWaiting(migrating)))
  migrating.child.kill()
  expect(migrating.output.stderr).toContain('ECONNREFUSED')
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
