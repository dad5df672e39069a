import { sql } from 'kysely'
import type pg from 'pg'

import { openStore } from '../../src/db/driver/connection-pool.ts'
import { StoreUnavailable } from '../../src/domain/errors.ts'
import { lockProject } from '../support/database/lock.ts'
import { makeProject } from '../support/requests/make.ts'
import { UNAVAILABLE, summaryOf } from '../support/requests/unavailable.ts'
import { type ServerProcess, unexpectedErrorsOf } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'

const POOL_SIZE = 3

const programs = usePrograms()

let server: ServerProcess
beforeAll(async () => {
  server = await programs.start({
    DATABASE_URL: `${programs.databaseUrl}?lock_timeout=3000&statement_timeout=4000`,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
  })
})
afterEach(() => programs.query('drop function if exists sleep cascade'))

/** Lets every insert of a project take a minute. */
const SLEEP = `
  create function sleep() returns trigger language plpgsql as 'begin perform pg_sleep(60); return new; end';
  create trigger sleep after insert on projects for each row execute function sleep()`

/** Opens a store with one connection. */
const openOne = (options: Partial<Parameters<typeof openStore>[0]> = {}, parameters = '') =>
  openStore({
    connection: () => ({ connectionString: programs.databaseUrl + parameters }),
    ...{ poolSize: 1, prepared: true, onLostConnection: () => undefined },
    ...options,
  })

test('openStore() sets timeouts in the session and in the driver', async () => {
  let pool: pg.Pool | undefined
  const store = openOne({ onPool: (made) => (pool = made) })
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
  const [locked, free] = [await makeProject(server), await makeProject(server)]
  const lock = await lockProject(programs.databaseUrl, locked.id)
  const path = `/api/v1/projects/${locked.id}`
  const writes = Array.from({ length: POOL_SIZE }, () => server.send('PUT', path, { body: { name: 'New' } }))
  await lock.untilWaiting(POOL_SIZE)

  // Every connection waits for the lock. The lock timeout ends before the read times out waiting for a connection.
  expect((await server.send('GET', `/api/v1/projects/${free.id}`)).status).toBe(200)
  expect((await Promise.all(writes)).map(summaryOf)).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE])
  await lock.release()
  expect((await server.send('PUT', path, { body: { name: 'New' } })).status).toBe(200)
  expect(unexpectedErrorsOf(server)).toEqual([])
})

test('a statement that exceeds statement_timeout responds with 503 and is rolled back', async () => {
  await programs.query(SLEEP)
  const body = { name: 'Never written' }
  expect(summaryOf(await server.send('POST', '/api/v1/projects', { body }))).toEqual(UNAVAILABLE)
  const asleep = `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
  expect(await programs.query(asleep)).toEqual([])
  expect(await programs.query('select from projects where name = $1', [body.name])).toEqual([])
  await programs.query('drop function sleep cascade')
  expect((await server.send('POST', '/api/v1/projects', { body })).status).toBe(201)
  expect(unexpectedErrorsOf(server)).toEqual([])
})

test('a transaction that exceeds idle_in_transaction_session_timeout is rolled back and its locks are released', async () => {
  const { id } = await makeProject(server)
  const store = openOne({}, '?idle_in_transaction_session_timeout=200')
  const standing = store.transact(async (transaction) => {
    await transaction.run((db) =>
      db.updateTable('projects').set({ name: 'Never written' }).where('id', '=', id).execute(),
    )
    const path = `/api/v1/projects/${id}`
    expect((await server.send('PUT', path, { body: { name: 'New' } })).status).toBe(200)
    await transaction.run((db) => sql`select 1`.execute(db))
  })
  await expect(standing).rejects.toBeInstanceOf(StoreUnavailable)
  await store.close()
  expect((await server.send('GET', `/api/v1/projects/${id}`)).body).toMatchObject({ name: 'New' })
})

test.each([true, false])(
  'after a query timeout the connection is replaced by a new one (prepared: %s)',
  async (prepared) => {
    const store = openOne({ prepared }, '?query_timeout=500')
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
