import pg from 'pg'

import { createClient } from '../support/requests/client.ts'
import { createDatabase, type TestDatabase } from '../support/database/database.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'
import { UNAVAILABLE, summaryOf } from '../support/requests/unavailable.ts'
import {
  end,
  makeDirectory,
  type ServerProcess,
  startServer,
  unexpectedErrorsOf,
} from '../support/programs/process.ts'
import { until } from '../support/until.ts'

let directory: Awaited<ReturnType<typeof makeDirectory>>
let database: TestDatabase
let server: ServerProcess
let admin: pg.Client

beforeAll(async () => {
  directory = await makeDirectory()
  database = await createDatabase()
  server = await startServer(directory.path, { DATABASE_URL: database.url })
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await end(server)
  await database.drop()
  await directory.remove()
})

/** Applies to new connections only. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const name = new URL(database.url).pathname.slice(1)
  await admin.query(`alter database ${name} set default_transaction_read_only = ${value}`)
}

test('while the database is read-only, writes respond with 503 and reads with 200; writes succeed once it is writable', async () => {
  const client = createClient(server.origin)
  const project = await makeProject(client)
  const task = await makeTask(client, project.id)
  const [ofProject, ofTask] = [`/api/v1/projects/${project.id}`, `/api/v1/tasks/${task.id}`]
  const writes: [method: string, path: string, body?: unknown][] = [
    ['POST', '/api/v1/projects', { name: 'New' }],
    ['PUT', ofProject, { name: 'New' }],
    ['POST', `${ofProject}/archive`],
    ['POST', `${ofProject}/tasks`, { title: 'New' }],
    ['PUT', ofTask, { title: 'New' }],
    ['PATCH', `${ofTask}/status`, { status: 'DONE' }],
    ['DELETE', ofTask],
    ['DELETE', ofProject],
  ]
  await setReadOnly('on')
  await admin.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where application_name = 'workbench-api' and datname = current_database()`,
  )
  await until(async () => (await client.send('GET', '/readyz')).status === 200)
  for (const [method, path, body] of writes) {
    expect(summaryOf(await client.send(method, path, { body }))).toEqual(UNAVAILABLE)
    expect((await client.send('GET', ofTask)).body).toEqual(task)
    expect((await client.send('GET', ofProject)).body).toEqual(project)
  }

  // Without closing them, connections in use by reads would stay read-only.
  await setReadOnly('off')
  await until(async () => {
    const { status } = await client.send('PUT', ofTask, { body: { title: 'New' } })
    expect((await client.send('GET', ofProject)).status).toBe(200)
    return status === 200
  })
  expect((await client.send('GET', ofTask)).body).toMatchObject({ title: 'New' })
  expect(unexpectedErrorsOf(server)).toEqual([])
})
