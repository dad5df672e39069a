import { sql } from 'kysely'
import pg from 'pg'

import { connect } from '../src/db/connect.ts'
import { run } from '../src/db/run.ts'
import { StoreUnavailable } from '../src/domain/errors.ts'
import { chooseAccount } from '../src/embedded/account.ts'
import { findBinaries } from '../src/embedded/binaries.ts'
import { connectionString } from '../src/embedded/claim.ts'
import { type Cluster, openCluster, startCluster, stopCluster } from '../src/embedded/cluster.ts'
import { freePort } from '../src/embedded/free-port.ts'

import type { Project } from './support/api.ts'
import { createClient, type TestClient } from './support/client.ts'
import { end, makeDirectory, type ServerProcess, startServer } from './support/process.ts'
import { until } from './support/until.ts'

const CLIENTS = 20

let directory: Awaited<ReturnType<typeof makeDirectory>>
let cluster: Cluster
let port: number
let server: ServerProcess
let client: TestClient

beforeAll(async () => {
  directory = await makeDirectory()
  const binaries = await findBinaries(process.platform, process.arch)
  const account = await chooseAccount(process.getuid?.(), binaries, directory.path)
  cluster = await openCluster(directory.path, account, binaries)
  port = await freePort()
  await startCluster(cluster, port)
  server = await startServer(directory.path, { DATABASE_URL: connectionString(cluster, port, 'postgres') })
  client = createClient(server.origin)
})
afterAll(async () => {
  await end(server)
  await stopCluster(cluster)
  await directory.remove()
})

/** Clients that write without a pause, what they were told was written, and every other answer. */
function load() {
  const written: string[] = []
  const refused: { status: number; retryAfter: string | null }[] = []
  let stopped = false
  const write = async (): Promise<void> => {
    while (!stopped) {
      const { status, headers, body } = await client.send<Project>('POST', '/api/v1/projects', {
        body: { name: 'a' },
      })
      if (status === 201) written.push(body.id)
      else refused.push({ status, retryAfter: headers.get('retry-after') })
    }
  }
  const clients = Array.from({ length: CLIENTS }, write)
  return {
    written,
    refused,
    stop: async () => {
      stopped = true
      await Promise.all(clients)
    },
  }
}

test('the database restarts under load, three times: 503 meanwhile, and every answered write is there', async () => {
  const { written, refused, stop } = load()
  const more = (list: unknown[], count: number) => {
    const target = list.length + count
    return until(() => Promise.resolve(list.length >= target))
  }
  for (let restart = 0; restart < 3; restart++) {
    await more(written, 200)
    await stopCluster(cluster)
    await more(refused, 50)
    expect((await client.send('GET', '/readyz')).status).toBe(503)
    expect((await client.send('GET', '/livez')).status).toBe(200)
    await startCluster(cluster, port)
  }
  await more(written, 200)
  await stop()

  expect(server.child.exitCode).toBeNull()
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
  expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']))
  for (const id of written) expect((await client.send('GET', `/api/v1/projects/${id}`)).status).toBe(200)
})

test('after every connection was ended by the server, requests are answered again', async () => {
  await client.send('GET', '/api/v1/projects')
  const admin = await connectAsAdmin()
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
    'workbench-api',
  ])
  const left = `select from pg_stat_activity where application_name = 'workbench-api'`
  await until(async () => (await admin.query(left)).rowCount === 0)
  await admin.end()
  await until(async () => (await client.send('GET', '/api/v1/projects')).status === 200)
  expect((await client.send('GET', '/api/v1/projects')).status).toBe(200)
})

test.each([true, false])(
  'a connection that answers no more is given up, and another is made (prepared is %s)',
  async (prepared) => {
    const db = connect({
      connectionString: connectionString(cluster, port, 'postgres'),
      poolSize: 1,
      prepared,
      queryTimeoutMs: 500,
      onLostConnection: () => undefined,
    })
    const pidOf = () =>
      run(async () => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid where ${1} = 1`.execute(db)
        return rows[0]?.pid ?? 0
      })
    const frozen = await pidOf()
    process.kill(frozen, 'SIGSTOP')
    try {
      await expect(pidOf()).rejects.toBeInstanceOf(StoreUnavailable)
      expect(await pidOf()).not.toBe(frozen)
    } finally {
      process.kill(frozen, 'SIGCONT')
    }
    await db.destroy()
  },
)

async function connectAsAdmin(): Promise<pg.Client> {
  const admin = new pg.Client({ connectionString: connectionString(cluster, port, 'postgres') })
  await admin.connect()
  return admin
}
