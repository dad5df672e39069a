import pg from 'pg'

import { createClient } from '../support/client.ts'
import { harmTo } from '../support/load.ts'
import { makeProject } from '../support/make.ts'
import { OUTAGE, outcomeOf } from '../support/outage.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { end, makeDirectory, type ServerProcess, startServer } from '../support/process.ts'
import { until } from '../support/until.ts'

let directory: Awaited<ReturnType<typeof makeDirectory>>
let database: Postgres
let server: ServerProcess

beforeAll(async () => {
  directory = await makeDirectory()
  database = await startPostgres('max_connections = 8', 'superuser_reserved_connections = 0')
  server = await startServer(directory.path, { DATABASE_URL: database.url })
})
afterAll(async () => {
  await end(server)
  await database.remove()
  await directory.remove()
})

/** Takes every connection that is left. */
async function takeAll(): Promise<pg.Client[]> {
  const taken: pg.Client[] = []
  for (;;) {
    const client = new pg.Client({ connectionString: database.url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      taken.push(client)
    } catch {
      return taken
    }
  }
}

test('others have all connections: what needs a new one is answered 503, what has one is served', async () => {
  const client = createClient(server.origin)
  const path = `/api/v1/projects/${(await makeProject(client)).id}`
  const read = async () => outcomeOf(await client.send('GET', path))
  const taken = await takeAll()
  // The one that the server has is enough for one request at a time.
  expect(await read()).toMatchObject({ status: 200 })
  await taken[0]?.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'workbench-api'`,
  )
  taken.push(...(await takeAll()))
  await until(async () => (await client.send('GET', '/readyz')).status === 503)
  expect(await read()).toEqual(OUTAGE)
  expect(outcomeOf(await client.send('PUT', path, { body: { name: 'New' } }))).toEqual(OUTAGE)

  await Promise.all(taken.map((client) => client.end()))
  await until(async () => (await client.send('GET', '/readyz')).status === 200)
  expect(await read()).toMatchObject({ status: 200 })
  expect(harmTo(server)).toEqual([])
  expect(server.output.stdout).toContain('sorry, too many clients already')
})
