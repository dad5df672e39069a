import pg from 'pg'

import { createClient, type TestClient } from '../support/client.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { harmTo } from '../support/load.ts'
import { makeProject } from '../support/make.ts'
import { OUTAGE, outcomeOf } from '../support/outage.ts'
import { end, makeDirectory, type ServerProcess, startServer } from '../support/process.ts'
import { type Proxy, startProxy } from '../support/proxy.ts'
import { until } from '../support/until.ts'

const POOL_SIZE = 3

let directory: Awaited<ReturnType<typeof makeDirectory>>
let database: TestDatabase
let proxy: Proxy
let server: ServerProcess
let client: TestClient
let path: string

beforeAll(async () => {
  directory = await makeDirectory()
  database = await createDatabase()
  proxy = await startProxy(database.url)
  server = await startServer(directory.path, {
    DATABASE_URL: `${proxy.url}?lock_timeout=20000`,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
  })
  client = createClient(server.origin)
  path = `/api/v1/projects/${(await makeProject(client)).id}`
})
afterAll(async () => {
  await end(server)
  await proxy.close()
  await database.drop()
  await directory.remove()
})

const read = async () => outcomeOf(await client.send('GET', path))

test('a network that is slow delays answers, and takes none away', async () => {
  proxy.forward(150)
  const outcomes = await Promise.all(Array.from({ length: 4 * POOL_SIZE }, read))
  proxy.forward()
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
  expect(outcomes[0]).toMatchObject({ status: 200 })
})

test('while every connection is in use, a request waits for one for a while, and is then told to come back', async () => {
  const holder = new pg.Client({ connectionString: database.url })
  const watcher = new pg.Client({ connectionString: database.url })
  await Promise.all([holder.connect(), watcher.connect()])
  await holder.query('begin')
  await holder.query('select from projects for update')
  const writes = Array.from({ length: POOL_SIZE }, () => client.send('PUT', path, { body: { name: 'New' } }))
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await watcher.query(waiting)).rowCount === POOL_SIZE)

  const [first, second, ready] = await Promise.all([read(), read(), client.send('GET', '/readyz')])
  expect([first, second, outcomeOf(ready)]).toEqual([OUTAGE, OUTAGE, OUTAGE])
  // Whoever asks for readiness does not wait as long.
  expect(ready.body).toMatchObject({ detail: 'The database does not answer' })
  expect((await client.send('GET', '/livez')).status).toBe(200)

  await holder.end()
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await read()).toMatchObject({ status: 200 })
  expect((await client.send('GET', '/readyz')).status).toBe(200)
  await watcher.end()
  expect(harmTo(server)).toEqual([])
})
