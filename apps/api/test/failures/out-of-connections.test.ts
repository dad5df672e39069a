import pg from 'pg'

import { makeProject } from '../support/requests/make.ts'
import { UNAVAILABLE, summaryOf } from '../support/requests/unavailable.ts'
import { type Postgres, startPostgres } from '../support/database/postgres.ts'
import { unexpectedErrorsOf } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'
import { until } from '../support/until.ts'

const programs = usePrograms()

let database: Postgres
beforeAll(async () => {
  database = await startPostgres('max_connections = 8', 'superuser_reserved_connections = 0')
})
afterAll(() => database.remove())

/** Opens connections until the server rejects one. */
async function takeAllConnections(): Promise<pg.Client[]> {
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

test('if max_connections is reached, requests on an open connection succeed and those that need a new one respond with 503', async () => {
  const server = await programs.start({ DATABASE_URL: database.url })
  const path = `/api/v1/projects/${(await makeProject(server)).id}`
  const read = async () => summaryOf(await server.send('GET', path))
  const taken = await takeAllConnections()
  // The server has one open connection, which is enough for one request at a time.
  expect(await read()).toMatchObject({ status: 200 })
  await taken[0]?.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'workbench-api'`,
  )
  taken.push(...(await takeAllConnections()))
  await until(async () => (await server.send('GET', '/readyz')).status === 503)
  expect(await read()).toEqual(UNAVAILABLE)
  expect(summaryOf(await server.send('PUT', path, { body: { name: 'New' } }))).toEqual(UNAVAILABLE)

  await Promise.all(taken.map((client) => client.end()))
  await until(async () => (await server.send('GET', '/readyz')).status === 200)
  expect(await read()).toMatchObject({ status: 200 })
  expect(unexpectedErrorsOf(server)).toEqual([])
  expect(server.output.stdout).toContain('sorry, too many clients already')
})
