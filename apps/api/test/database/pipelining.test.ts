import { sql } from 'kysely'
import pg from 'pg'

import { openStore } from '../../src/db/driver/connection-pool.ts'
import { compileOnce } from '../../src/db/query/compiled-statement.ts'
import type { Store } from '../../src/db/store.ts'
import { StoreUnavailable } from '../../src/domain/errors.ts'

import { createDatabase, type TestDatabase } from '../support/database/database.ts'
import { until } from '../support/until.ts'

const POOL_SIZE = 4
/** The number of connections for pipelining: half of the pool. */
const PIPELINED_CONNECTIONS = 2

interface Values {
  seconds: number
}
const pidAfterSleep = ({ seconds }: Values) =>
  sql<{ pid: number }>`select pg_backend_pid() as pid from pg_sleep(${seconds})`
const PIPELINED = compileOnce(pidAfterSleep, () => true)
const EXCLUSIVE = compileOnce(pidAfterSleep)
/** Waits while another session has the lock. */
const LOCKED = compileOnce(
  (_values: object) =>
    sql<{ pid: number }>`select pg_backend_pid() as pid from pg_advisory_xact_lock_shared(1)`,
  () => true,
)

let database: TestDatabase
let store: Store
let pool: pg.Pool
let admin: pg.Client

beforeAll(async () => {
  database = await createDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await database.drop()
})
beforeEach(() => {
  store = openWith(POOL_SIZE)
})
afterEach(() => store.close())

const openWith = (poolSize: number, prepared = true): Store =>
  openStore({
    connection: () => ({ connectionString: database.url }),
    poolSize,
    prepared,
    onLostConnection: () => undefined,
    onPool: (created) => (pool = created),
  })

/** Executes a statement `count` times in parallel and returns the process ids of the connections that were used. */
const pidsOf = async (statement: typeof PIPELINED, count: number): Promise<Set<number>> => {
  const rows = await Promise.all(
    Array.from({ length: count }, () => statement.execute(store, { seconds: 0.01 }, undefined)),
  )
  return new Set(rows.map(([row]) => row?.pid ?? 0))
}

/** Repeats that, because one connection may execute all before another is open. Expects that exactly `size` are used. */
async function expectPids(statement: typeof PIPELINED, size: number): Promise<Set<number>> {
  const all = new Set<number>()
  await until(async () => {
    for (const pid of await pidsOf(statement, 20)) all.add(pid)
    return all.size >= size
  })
  for (const pid of await pidsOf(statement, 20)) all.add(pid)
  expect(all.size).toBe(size)
  return all
}

test('pipelined statements use half of the connections of the pool, others use all of them', async () => {
  await expectPids(PIPELINED, PIPELINED_CONNECTIONS)
  await expectPids(EXCLUSIVE, POOL_SIZE)
})

test.each([
  ['a pool with one connection', 1, true],
  ['prepared: false, for a pooler in transaction mode', POOL_SIZE, false],
])('pipelining is disabled for %s', async (_name, poolSize, prepared) => {
  await store.close()
  store = openWith(poolSize, prepared)
  await expectPids(PIPELINED, poolSize)
})

test('200 pipelined statements each receive their own result, and one that fails does not affect others', async () => {
  const divide = compileOnce(
    ({ by }: { by: number }) => sql<{ n: number }>`select 1000 / cast(${by} as integer) as n`,
    () => true,
  )
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, (_, by) => divide.execute(store, { by: by % 50 }, undefined)),
  )
  const quotients = results.map((result) => (result.status === 'fulfilled' ? result.value[0]?.n : undefined))
  const expected = results.map((_, i) => (i % 50 === 0 ? undefined : Math.floor(1000 / (i % 50))))
  expect(quotients).toEqual(expected)
})

test.each([
  ['pipelined', true],
  ['exclusive', false],
])('%s statements return the same rows at each execution', async (_name, canPipeline) => {
  const read = compileOnce(
    ({ rows, by }: { rows: number; by: number }) =>
      sql<{ n: number; day: string | null; at: string }>`
        select n, case when n = 2 then date '2026-04-30' end as day, timestamptz '2026-04-30 09:15:00Z' as at,
          1 / cast(${by} as integer) as quotient
        from generate_series(1, cast(${rows} as integer)) as n`,
    () => canPipeline,
  )
  const times = { at: '2026-04-30T09:15:00.000Z', quotient: 1 }
  const all = [
    { n: 1, day: null, ...times },
    { n: 2, day: '2026-04-30', ...times },
  ]
  const execute = (rows: number, by: number): Promise<PromiseSettledResult<unknown>[]> =>
    Promise.allSettled(Array.from({ length: POOL_SIZE }, () => read.execute(store, { rows, by }, undefined)))
  const eachFulfilled = (value: unknown) => Array(POOL_SIZE).fill({ status: 'fulfilled', value }) as unknown[]
  const failed = await execute(2, 0)
  expect(failed.map(({ status }) => status)).toEqual(Array(POOL_SIZE).fill('rejected'))
  expect(await execute(0, 1)).toEqual(eachFulfilled([]))
  for (let time = 0; time < 3; time++) expect(await execute(2, 1)).toEqual(eachFulfilled(all))
})

test('a lost connection fails the pipelined reads on it with StoreUnavailable, and no others', async () => {
  await admin.query('select pg_advisory_lock(1)')
  const reads = Array.from({ length: 6 }, () => LOCKED.execute(store, {}, undefined))
  const settled = Promise.allSettled(reads)
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
  const waitingPids = async () => (await admin.query<{ pid: number }>(waiting)).rows.map(({ pid }) => pid)
  await until(async () => (await waitingPids()).length === PIPELINED_CONNECTIONS)
  const [terminated] = await waitingPids()
  await admin.query('select pg_terminate_backend($1)', [terminated])
  await until(async () => (await waitingPids()).length === PIPELINED_CONNECTIONS - 1)
  await admin.query('select pg_advisory_unlock(1)')
  const reasons = (await settled).flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  )
  expect(reasons.map((reason) => reason instanceof StoreUnavailable)).toEqual([true, true, true])
  const pids = await expectPids(PIPELINED, PIPELINED_CONNECTIONS)
  expect(pids).not.toContain(terminated)
  expect(pool.totalCount).toBeLessThanOrEqual(POOL_SIZE)
  expect(pool.waitingCount).toBe(0)
})

test('a pipelined statement inside a transaction uses the connection of the transaction', async () => {
  await store.transact(async (transaction) => {
    const rows = await EXCLUSIVE.execute(transaction, { seconds: 0 }, undefined)
    expect(await PIPELINED.execute(transaction, { seconds: 0 }, undefined)).toEqual(rows)
  })
})
