import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'

import { chooseServerUser } from '../src/embedded-postgres/server-user.ts'
import { findBinaries } from '../src/embedded-postgres/binaries.ts'
import { connectionString } from '../src/embedded-postgres/ownership-lock.ts'
import { openCluster, startCluster } from '../src/embedded-postgres/cluster.ts'
import { startEmbeddedPostgres } from '../src/embedded-postgres/start.ts'
import { freePort } from '../src/embedded-postgres/free-port.ts'
import { readPostmasterPid } from '../src/embedded-postgres/postmaster-pid.ts'

import type { Page, Project } from './support/api.ts'
import { createClient } from './support/client.ts'
import { makeProject } from './support/make.ts'
import { end, makeDirectory, runProgram, type ServerProcess, startServer } from './support/process.ts'
import { until } from './support/until.ts'

let directory: Awaited<ReturnType<typeof makeDirectory>>
let server: ServerProcess
const names: string[] = []

beforeAll(async () => {
  directory = await makeDirectory()
  server = await startServer(directory.path)
})
afterAll(async () => {
  await end(server)
  await directory.remove()
})

const pidFile = () => join(directory.path, '.data', 'postgres', 'postmaster.pid')

async function postmasterPid(): Promise<number> {
  return Number((await readFile(pidFile(), 'utf8')).split('\n')[0])
}

async function addProject(): Promise<void> {
  const { name } = await makeProject(createClient(server.origin), { name: `Project ${names.length}` })
  names.push(name)
}

async function expectEveryProject(): Promise<void> {
  const { body } = await createClient(server.origin).send<Page<Project>>(
    'GET',
    '/api/v1/projects?sort=createdAt',
  )
  expect(body.content.map(({ name }) => name)).toEqual(names)
}

test('the server says in two lines where the API, the UI and the data are', async () => {
  await addProject()
  const lines = server.output.stdout.split('\n').filter((line) => !line.startsWith('{') && line !== '')
  expect(lines).toEqual([
    `API ${server.origin}/api/v1 and UI ${server.origin}/swagger-ui.html`,
    `Data ${join(directory.path, '.data', 'postgres')} (embedded PostgreSQL)`,
  ])
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
})

test('a second copy on the same data refuses in one line, and does not disturb the first', async () => {
  const second = runProgram('main', directory.path, { PORT: '0' })
  expect(await second.ended).toBe(1)
  expect(second.output.stderr).toMatch(/^The data in .* is in use by another copy of the server; [^\n]*\n$/)
  await addProject()
  await expectEveryProject()
})

test('of several copies that start at once where there is no data yet, one serves and the others refuse', async () => {
  const empty = await makeDirectory()
  const copies = await Promise.allSettled([1, 2, 3].map(() => startServer(empty.path)))
  const serving = copies.flatMap((copy) => (copy.status === 'fulfilled' ? [copy.value] : []))
  expect(serving).toHaveLength(1)
  const reasons = copies.flatMap((copy) => (copy.status === 'rejected' ? [String(copy.reason)] : []))
  const refusal = expect.stringMatching(/ended with 1: The data in .* is in use by another copy/) as string
  expect(reasons).toEqual([refusal, refusal])
  await Promise.all(serving.map((copy) => end(copy)))
  expect(await readdir(join(empty.path, '.data'))).toEqual(['postgres'])
  await empty.remove()
})

test('told to stop while it starts, it stops the database that it has started', async () => {
  const empty = await makeDirectory()
  const program = runProgram('main', empty.path, { PORT: '0' })
  const data = join(empty.path, '.data')
  await until(() => stat(data).then(Boolean, () => false))
  expect(await end(program)).toBe(0)
  await expect(stat(join(data, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
  expect(await readdir(data)).toEqual(['postgres'])
  await empty.remove()
})

test('data that is not whole is refused in one line, which names the log', async () => {
  const broken = await makeDirectory()
  await mkdir(join(broken.path, '.data', 'postgres'), { recursive: true })
  await writeFile(join(broken.path, '.data', 'postgres', 'client-password'), 'a')
  const program = runProgram('main', broken.path, { PORT: '0' })
  expect(await program.ended).toBe(1)
  expect(program.output.stderr).toMatch(
    /^Cannot start the database in .*postgres; its log says why: .*server.log\n$/,
  )
  await broken.remove()
})

test('a start that fails behind the start of the database stops that again', async () => {
  const empty = await makeDirectory()
  const embedded = {
    directory: empty.path,
    platform: process.platform,
    architecture: process.arch,
    uid: process.getuid?.(),
    onServerExit: () => undefined,
  }
  const binaries = await findBinaries(process.platform, process.arch)
  const account = await chooseServerUser(process.getuid?.(), binaries, empty.path)
  const cluster = await openCluster(empty.path, account, binaries)
  const port = await freePort()
  await startCluster(cluster, port)
  const running = await readPostmasterPid(cluster.data)
  // What a database is made from must be used by nobody else.
  const user = new pg.Client({ connectionString: connectionString(cluster, port, 'template1') })
  user.on('error', () => undefined)
  await user.connect()
  await expect(startEmbeddedPostgres(embedded)).rejects.toThrow('is being accessed by other users')
  expect(running?.port).toBe(port)
  expect(await readPostmasterPid(cluster.data)).toBeUndefined()
  await empty.remove()
})

test('what another copy is still making does not keep the first one from starting', async () => {
  const busy = await makeDirectory()
  const other = join(busy.path, '.data', 'new-busy')
  await mkdir(other, { recursive: true })
  // Its sign of life is in the future, and does not grow old while the test runs.
  const later = Date.now() / 1000 + 3600
  await utimes(other, later, later)
  const server = await startServer(busy.path)
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  expect(await readdir(join(busy.path, '.data'))).toEqual(['new-busy', 'postgres'])
  await end(server)
  await utimes(other, 0, 0)
  await end(await startServer(busy.path))
  expect(await readdir(join(busy.path, '.data'))).toEqual(['postgres'])
  await busy.remove()
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends it with 0, stops the database, and keeps the data',
  async (signal) => {
    await addProject()
    expect(await end(server, signal)).toBe(0)
    await expect(stat(pidFile())).rejects.toThrow('ENOENT')
    server = await startServer(directory.path)
    await expectEveryProject()
  },
)

test('killed, it starts again on the database that it left running', async () => {
  await addProject()
  const pid = await postmasterPid()
  expect(await end(server, 'SIGKILL')).toBe('SIGKILL')
  server = await startServer(directory.path)
  expect(await postmasterPid()).toBe(pid)
  await expectEveryProject()
})

test('killed together with its database, it starts again, and has every write that it answered', async () => {
  await addProject()
  const pid = await postmasterPid()
  server.child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await server.ended
  server = await startServer(directory.path)
  await expectEveryProject()
})

test('a lock file of the database that names another program does not stop it', async () => {
  await addProject()
  await end(server)
  await writeFile(pidFile(), `${process.pid}\n/elsewhere\n1\n5432\n`)
  server = await startServer(directory.path)
  await expectEveryProject()
})

test('its database killed, it starts that again by itself', async () => {
  await addProject()
  process.kill(await postmasterPid(), 'SIGKILL')
  const statuses = new Set<number>()
  await until(async () => {
    const { status } = await fetch(`${server.origin}/readyz`)
    statuses.add(status)
    return status === 200 && statuses.has(503)
  })
  expect(statuses).toEqual(new Set([200, 503]))
  await expectEveryProject()
})
