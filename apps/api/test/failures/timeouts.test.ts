import { sql } from 'kysely'
import pg from 'pg'

import { openStore } from '../../src/db/driver/connection-pool.ts'
import { StoreUnavailable } from '../../src/domain/errors.ts'
import { createClient, type TestClient } from '../support/requests/client.ts'
import { createDatabase, type TestDatabase } from '../support/database/database.ts'
import { makeProject } from '../support/requests/make.ts'
import { UNAVAILABLE, summaryOf } from '../support/requests/unavailable.ts'
import {
  end,
  makeDirectory,
  type ServerProcess,
  startServer,
  unexpectedErrorsOf,
} from '../support/programs/process.ts'
import { until } from '../support/until.ts'

const POOL_SIZE = 3

let directory: Awaited<ReturnType<typeof makeDirectory>>
let database: TestDatabase
let server: ServerProcess
let client: TestClient
let other: pg.Client

beforeAll(async () => {
  directory = await makeDirectory()
  database = await createDatabase()
  server = await startServer(directory.path, {
    DATABASE_URL: `${database.url}?lock_timeout=3000&statement_timeout=4000`,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
  })
  client = createClient(server.origin)
  other = new pg.Client({ connectionString: database.url })
  await other.connect()
})
afterEach(() => other.query('drop function if exists sleep cascade'))
afterAll(async () => {
  await other.end()
  await end(server)
  await database.drop()
  await directory.remove()
})

const running = async (condition: string): Promise<number> => {
  const text = `select from pg_stat_activity where application_name = 'workbench-api' and ${condition}
    and datname = current_database()`
  return (await other.query(text)).rowCount ?? 0
}

test('openStore() sets timeouts in the session and in the driver', async () => {
  let pool: pg.Pool | undefined
  const store = openStore({
    connection: () => ({ connectionString: database.url }),
    poolSize: 1,
    prepared: true,
    onLostConnection: () => undefined,
    onPool: (made) => (pool = made),
  })
  const settings = sql<{ name: string; setting: string; unit: string }>`
    select name, setting, unit from pg_settings
    where name like '%\\_timeout' and source = 'client' order by name`
  const { rows } = await store.run((db) => settings.execute(db))
  await store.close()
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '10000', unit: 'ms' },
    { name: 'lock_timeout', setting: '3000', unit: 'ms' },
    { name: 'statement_timeout', setting: '10000', unit: 'ms' },
  ])
  expect(pool?.options).toMatchObject({ query_timeout: 15_000, connectionTimeoutMillis: 5_000 })
})

test('while another session locks a row, writes to it respond with 503, and reads of other rows with 200', async () => {
  const [locked, free] = [await makeProject(client), await makeProject(client)]
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from projects where id = $1 for update', [locked.id])
  const path = `/api/v1/projects/${locked.id}`
  const writes = Array.from({ length: POOL_SIZE }, () => client.send('PUT', path, { body: { name: 'New' } }))
  await until(async () => (await running(`wait_event_type = 'Lock'`)) === POOL_SIZE)

  // Every connection waits for the lock. The lock timeout ends before the read times out waiting for a connection.
  expect((await client.send('GET', `/api/v1/projects/${free.id}`)).status).toBe(200)
  expect((await Promise.all(writes)).map(summaryOf)).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE])
  await holder.end()
  expect((await client.send('PUT', path, { body: { name: 'New' } })).status).toBe(200)
  expect(unexpectedErrorsOf(server)).toEqual([])
})

test('a statement that exceeds statement_timeout responds with 503 and is rolled back', async () => {
  await other.query(`
    create function sleep() returns trigger language plpgsql as
      'begin perform pg_sleep(60); return new; end';
    create trigger sleep after insert on projects for each row execute function sleep()`)
  const body = { name: 'Never written' }
  expect(summaryOf(await client.send('POST', '/api/v1/projects', { body }))).toEqual(UNAVAILABLE)
  expect(await running(`wait_event = 'PgSleep'`)).toBe(0)
  const { rows } = await other.query('select from projects where name = $1', [body.name])
  expect(rows).toEqual([])
  await other.query('drop function sleep cascade')
  expect((await client.send('POST', '/api/v1/projects', { body })).status).toBe(201)
  expect(unexpectedErrorsOf(server)).toEqual([])
})

test('a transaction that exceeds transaction_timeout responds with 503 and is rolled back', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await other.query(`
    create function sleep() returns trigger language plpgsql as
      'begin perform pg_sleep(60); return new; end';
    create trigger sleep after insert on projects for each row execute function sleep();
    alter database ${name} set transaction_timeout = 500`)
  const own = await startServer(directory.path, { DATABASE_URL: database.url })
  const body = { name: 'Rolled back' }
  const answer = await createClient(own.origin).send('POST', '/api/v1/projects', { body })
  await other.query(`drop function sleep cascade; alter database ${name} reset transaction_timeout`)
  expect(summaryOf(answer)).toEqual(UNAVAILABLE)
  const { rows } = await other.query('select from projects where name = $1', [body.name])
  expect(rows).toEqual([])
  expect(unexpectedErrorsOf(own)).toEqual([])
  await end(own)
})

test('a transaction that exceeds idle_in_transaction_session_timeout is rolled back and its locks are released', async () => {
  const { id } = await makeProject(client)
  const store = openStore({
    connection: () => ({ connectionString: `${database.url}?idle_in_transaction_session_timeout=200` }),
    poolSize: 1,
    prepared: true,
    onLostConnection: () => undefined,
  })
  const standing = store.transact(async (transaction) => {
    await transaction.run((db) =>
      db.updateTable('projects').set({ name: 'Never written' }).where('id', '=', id).execute(),
    )
    const path = `/api/v1/projects/${id}`
    expect((await client.send('PUT', path, { body: { name: 'New' } })).status).toBe(200)
    await transaction.run((db) => sql`select 1`.execute(db))
  })
  await expect(standing).rejects.toBeInstanceOf(StoreUnavailable)
  await store.close()
  expect((await client.send('GET', `/api/v1/projects/${id}`)).body).toMatchObject({ name: 'New' })
})

test.each([true, false])(
  'after a query timeout the connection is replaced by a new one (prepared: %s)',
  async (prepared) => {
    const store = openStore({
      connection: () => ({ connectionString: database.url }),
      poolSize: 1,
      prepared,
      queryTimeoutMs: 500,
      onLostConnection: () => undefined,
    })
    const pidOf = () =>
      store.run(async (db) => {
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
    await store.close()
  },
)
