import { underLoad } from '../support/under-load.ts'
import { makeProject } from '../support/requests/make.ts'
import { UNAVAILABLE, summaryOf } from '../support/requests/unavailable.ts'
import { type Postgres, startPostgres, startStandby } from '../support/database/postgres.ts'
import { type ServerProcess, unexpectedErrorsOf } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'
import { type Proxy, startProxy } from '../support/programs/proxy.ts'
import { until } from '../support/until.ts'

const programs = usePrograms()

let primary: Postgres
let standby: Postgres
let proxy: Proxy
let server: ServerProcess

beforeAll(async () => {
  primary = await startPostgres()
  standby = await startStandby(primary)
  proxy = await startProxy(primary.url)
  server = await programs.start({ DATABASE_URL: proxy.url })
  // Synchronous replication: a commit waits for the standby.
  await primary.query(`alter system set synchronous_standby_names = 'standby'`)
  await primary.query('select pg_reload_conf()')
  const synchronous = `select from pg_stat_replication where sync_state = 'sync'`
  await until(async () => (await primary.query(synchronous)).length === 1)
})
afterAll(async () => {
  await proxy.close()
  // PostgreSQL frees the shared memory of a killed server when it starts again.
  await primary.start()
  await primary.remove()
  await standby.remove()
})

test('failover to the standby under load: writes respond with 503 until it is promoted, and no acknowledged write is lost', async () => {
  const { id } = await makeProject(server)
  const errors = await underLoad(server.origin, async (more) => {
    await more('writes', 100)
    await primary.stop('killed')
    await more('unavailable', 10)
    // The host leads to the standby before it is promoted.
    proxy.forwardTo(standby.port)
    await until(async () => (await server.send('GET', `/api/v1/projects/${id}`)).status === 200)
    expect(summaryOf(await server.send('POST', '/api/v1/projects', { body: { name: 'a' } }))).toEqual(
      UNAVAILABLE,
    )
    expect((await server.send('GET', '/readyz')).status).toBe(200)

    await standby.query('select pg_promote()')
    await more('writes', 100)
  })
  expect(errors).toEqual([])
  expect(unexpectedErrorsOf(server)).toEqual([])
})
