import { createClient } from '../support/client.ts'
import { harmTo, underLoad } from '../support/load.ts'
import { makeProject } from '../support/make.ts'
import { OUTAGE, outcomeOf } from '../support/outage.ts'
import { type Postgres, startPostgres, startStandby } from '../support/postgres.ts'
import { end, makeDirectory, type ServerProcess, startServer } from '../support/process.ts'
import { type Proxy, startProxy } from '../support/proxy.ts'
import { until } from '../support/until.ts'

let directory: Awaited<ReturnType<typeof makeDirectory>>
let primary: Postgres
let standby: Postgres
let proxy: Proxy
let server: ServerProcess

beforeAll(async () => {
  directory = await makeDirectory()
  primary = await startPostgres()
  standby = await startStandby(primary)
  proxy = await startProxy(primary.url)
  server = await startServer(directory.path, { DATABASE_URL: proxy.url })
  // A write is answered when both have it.
  await primary.query(`alter system set synchronous_standby_names = 'standby'`)
  await primary.query('select pg_reload_conf()')
  const synchronous = `select from pg_stat_replication where sync_state = 'sync'`
  await until(async () => (await primary.query(synchronous)).length === 1)
})
afterAll(async () => {
  await end(server)
  await proxy.close()
  await primary.remove()
  await standby.remove()
  await directory.remove()
})

test('the address leads to the standby for a while: writes are 503, and done as soon as it leads back', async () => {
  const client = createClient(server.origin)
  const { id } = await makeProject(client)
  const write = async () =>
    outcomeOf(await client.send('PUT', `/api/v1/projects/${id}`, { body: { name: 'New' } }))
  proxy.leadTo(standby.port)
  proxy.reset()
  await until(async () => (await client.send('GET', `/api/v1/projects/${id}`)).status === 200)
  expect(await write()).toEqual(OUTAGE)
  proxy.leadTo(primary.port)
  expect(await write()).toMatchObject({ status: 200 })
})

test('the primary dies under load, and its standby takes over: 503 for writes meanwhile, nothing answered is lost', async () => {
  const client = createClient(server.origin)
  const { id } = await makeProject(client)
  const faults = await underLoad(client, standby.query, async (more) => {
    await more(201, 100)
    await primary.end('killed')
    await more(503, 10)
    // The address leads to the standby before that is the primary.
    proxy.leadTo(standby.port)
    await until(async () => (await client.send('GET', `/api/v1/projects/${id}`)).status === 200)
    expect(outcomeOf(await client.send('POST', '/api/v1/projects', { body: { name: 'a' } }))).toEqual(OUTAGE)
    expect((await client.send('GET', '/readyz')).status).toBe(200)

    await standby.query('select pg_promote()')
    await more(201, 100)
  })
  expect(faults).toEqual([])
  expect(harmTo(server)).toEqual([])
})
