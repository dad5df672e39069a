import { once } from 'node:events'
import { chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'

import { chooseServerUser } from '@workbench/embedded-postgres/server-user'
import { findBinaries } from '@workbench/embedded-postgres/binaries'
import { readPostmasterPid } from '@workbench/embedded-postgres/postmaster-pid'

import type { Page, Project } from '../support/requests/api.ts'
import { makeProject } from '../support/requests/make.ts'
import { end, type ServerProcess, startServer } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'
import { until } from '../support/until.ts'

const programs = usePrograms({ isEmbedded: true })
/** Each test has its own. */
const empty = usePrograms({ isEmbedded: true, scope: 'test' })

let server: ServerProcess
const names: string[] = []

beforeAll(async () => {
  server = await programs.start()
})

const dataIn = (directory: string): string => join(directory, '.data', 'postgres')
const pidFile = () => join(programs.directory, '.data', 'postgres', 'postmaster.pid')

async function postmasterPid(): Promise<number> {
  return Number((await readFile(pidFile(), 'utf8')).split('\n')[0])
}

async function addProject(): Promise<void> {
  const { name } = await makeProject(server, { name: `Project ${names.length}` })
  names.push(name)
}

async function expectEveryProject(): Promise<void> {
  const { body } = await server.send<Page<Project>>('GET', '/api/v1/projects?sort=createdAt')
  expect(body.content.map(({ name }) => name)).toEqual(names)
}

test('main prints two lines with the URLs of the API and the UI and the data directory', async () => {
  await addProject()
  const lines = server.output.stdout.split('\n').filter((line) => !line.startsWith('{') && line !== '')
  expect(lines).toEqual([
    `API ${server.origin}/api/v1 and UI ${server.origin}/swagger-ui.html`,
    `Data ${dataIn(programs.directory)} (embedded PostgreSQL)`,
  ])
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
})

test('a second server on the same data exits with 1 and one line on stderr; the first one keeps serving', async () => {
  expect(await programs.failure()).toMatch(/^The data in .* is in use by another copy of the server; /)
  await addProject()
  await expectEveryProject()
})

test.each([
  ['PORT', (port: number) => ({ PORT: String(port) }), 'HOST 127.0.0.1 and PORT'],
  [
    'METRICS_PORT',
    (port: number) => ({ METRICS_PORT: String(port) }),
    'METRICS_HOST 127.0.0.1 and METRICS_PORT',
  ],
])(
  'a %s that is in use makes the start fail with one line, and no database server stays',
  async (_, settings, setting) => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    expect(await empty.failure(settings(port))).toBe(
      `Cannot listen on ${setting} ${port}: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
    )
    expect(await readPostmasterPid(dataIn(empty.directory))).toBeUndefined()
    taken.close()
  },
)

test('if three servers start at the same time in an empty directory, one serves and two exit with 1', async () => {
  const starts = await Promise.allSettled([1, 2, 3].map(() => startServer(empty.directory)))
  const serving = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  expect(serving).toHaveLength(1)
  const reasons = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))
  const inUse = expect.stringMatching(/exited with 1: The data in .* is in use by another copy/) as string
  expect(reasons).toEqual([inUse, inUse])
  await Promise.all(serving.map((server) => end(server)))
  expect(await readdir(join(empty.directory, '.data'))).toEqual(['postgres'])
})

test('SIGTERM during startup stops the database server, too, and leaves no staging directory', async () => {
  const program = empty.run('main', { PORT: '0' })
  const data = join(empty.directory, '.data')
  await until(() => stat(data).then(Boolean, () => false))
  expect(await end(program)).toBe(0)
  await expect(stat(join(data, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
  expect(await readdir(data)).toEqual(['postgres'])
})

test('an incomplete data directory makes the start fail with one line that names the log of PostgreSQL', async () => {
  const data = dataIn(empty.directory)
  await mkdir(data, { recursive: true })
  const password = join(data, 'client-password')
  await writeFile(password, 'a')
  const binaries = await findBinaries()
  const { ids } = await chooseServerUser(process.getuid?.(), binaries, empty.directory)
  if (ids !== undefined) for (const path of [password, data]) await chown(path, ids.uid, ids.gid)
  expect(await empty.failure()).toMatch(
    /^Cannot start the database in .*postgres; see its log: .*server.log; to use another database, set DATABASE_URL\n$/,
  )
})

test('the staging directory of a killed process does not block the start and is deleted', async () => {
  await mkdir(join(empty.directory, '.data', 'new-abandoned'), { recursive: true })
  expect((await (await empty.start()).send('GET', '/readyz')).status).toBe(200)
  expect(await readdir(join(empty.directory, '.data'))).toEqual(['postgres'])
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s stops the server with exit code 0 and its database, and keeps the data',
  async (signal) => {
    await addProject()
    expect(await end(server, signal)).toBe(0)
    await expect(stat(pidFile())).rejects.toThrow('ENOENT')
    server = await programs.start()
    await expectEveryProject()
  },
)

test('after SIGKILL, the next start takes over the database server that is still running', async () => {
  await addProject()
  const pid = await postmasterPid()
  expect(await end(server, 'SIGKILL')).toBe('SIGKILL')
  server = await programs.start()
  expect(await postmasterPid()).toBe(pid)
  await expectEveryProject()
})

test('after SIGKILL of the server and its database, the next start has every acknowledged write', async () => {
  await addProject()
  const pid = await postmasterPid()
  server.child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await server.ended
  server = await programs.start()
  await expectEveryProject()
})

test('a stale postmaster.pid with the process id of another program does not prevent the start', async () => {
  await addProject()
  await end(server)
  await writeFile(pidFile(), `${process.pid}\n/elsewhere\n1\n5432\n`)
  server = await programs.start()
  await expectEveryProject()
})

test('after SIGKILL of the database, the server restarts it: /readyz is 503, then 200 again', async () => {
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
