import { type Kysely, sql } from 'kysely'
import pg from 'pg'

import { openPool } from '../src/db/driver/connection-pool.ts'
import { transactWithRetry } from '../src/db/query/retry.ts'
import type { Database } from '../src/db/schema.ts'
import { compileOnce } from '../src/db/query/compiled-statement.ts'
import { StoreUnavailable } from '../src/domain/errors.ts'

import { createDatabase, type TestDatabase } from './support/database.ts'
import { until } from './support/until.ts'

/** As many as make for two that are shared. */
const POOL_SIZE = 4
const SHARED = 2

interface Values {
  seconds: number
}
const sleepy = ({ seconds }: Values) =>
  sql<{ pid: number }>`select pg_backend_pid() as pid from pg_sleep(${seconds})`
const SHARING = compileOnce(sleepy, () => true)
const ALONE = compileOnce(sleepy)

let database: TestDatabase
let db: Kysely<Database>
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
  db = connectWith(POOL_SIZE)
})
afterEach(() => db.destroy())

const connectWith = (poolSize: number, prepared = true): Kysely<Database> =>
  openPool({
    connectionString: database.url,
    poolSize,
    prepared,
    onLostConnection: () => undefined,
    onPool: (made) => (pool = made),
  })

type Statement = typeof SHARING
const pids = async (count: number, kind: Statement, seconds = 0.01): Promise<Set<number>> => {
  const rows = await Promise.all(
    Array.from({ length: count }, () => kind.execute(db, { seconds }, undefined)),
  )
  return new Set(rows.map(([row]) => row?.pid ?? 0))
}

test('quick reads share half of the connections, others have one each', async () => {
  expect((await pids(20, SHARING)).size).toBe(SHARED)
  expect((await pids(20, ALONE)).size).toBe(POOL_SIZE)
})

test.each([
  ['a pool of one connection has none to share', 1, true],
  ['nothing is shared where a pooler stands between', POOL_SIZE, false],
])('%s', async (_, poolSize, prepared) => {
  await db.destroy()
  db = connectWith(poolSize, prepared)
  expect((await pids(20, SHARING)).size).toBe(poolSize)
})

test('each statement gets its own answer', async () => {
  const echo = compileOnce(
    ({ value }: { value: string }) => sql<{ value: string }>`select ${value} as value`,
    () => true,
  )
  const values = Array.from({ length: 200 }, (_, i) => `value ${i}`)
  const rows = await Promise.all(values.map((value) => echo.execute(db, { value }, undefined)))
  expect(rows.map(([row]) => row?.value)).toEqual(values)
})

test('a statement that fails leaves those beside it alone', async () => {
  const divide = compileOnce(
    ({ by }: { by: number }) => sql<{ n: number }>`select 1 / cast(${by} as integer) as n`,
    () => true,
  )
  const outcomes = await Promise.allSettled(
    [1, 0, 1, 0, 1].map((by) => divide.execute(db, { by }, undefined)),
  )
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
})

test('reads without end leave connections to others', async () => {
  let isOver = false
  const read = async (): Promise<void> => {
    while (!isOver) await SHARING.execute(db, { seconds: 0.005 }, undefined)
  }
  const readers = Array.from({ length: 20 }, read)
  expect(await pids(10, ALONE)).toHaveProperty('size', POOL_SIZE - SHARED)
  isOver = true
  await Promise.all(readers)
  expect((await pids(20, ALONE)).size).toBe(POOL_SIZE)
})

test('a connection that dies takes the reads with it that it had, and no others', async () => {
  const dying = Array.from({ length: 6 }, () => SHARING.execute(db, { seconds: 0.5 }, undefined))
  const outcomes = Promise.allSettled(dying)
  await until(async () => (await running()).length === SHARED)
  const [victim] = await running()
  await admin.query('select pg_terminate_backend($1)', [victim])
  const settled = await outcomes
  const reasons = settled.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  )
  expect(reasons.map((reason) => reason instanceof StoreUnavailable)).toEqual([true, true, true])
  const others = await pids(20, SHARING)
  expect(others.size).toBe(SHARED)
  expect(others).not.toContain(victim)
  expect(pool.totalCount).toBeLessThanOrEqual(POOL_SIZE)
  expect(pool.waitingCount).toBe(0)
})

test('nobody is kept on a dead connection by those who come and go on it', async () => {
  let isOver = false
  let failures = 0
  const read = async (): Promise<void> => {
    while (!isOver) {
      await SHARING.execute(db, { seconds: 0.01 }, undefined).catch(() => {
        failures++
      })
    }
  }
  const readers = Array.from({ length: 10 }, read)
  await until(async () => (await running()).length > 0)
  await admin.query('select pg_terminate_backend($1)', [(await running())[0]])
  await until(() => Promise.resolve(failures > 0))
  await pids(50, ALONE)
  isOver = true
  await Promise.all(readers)
  expect(failures).toBeLessThanOrEqual(readers.length)
})

const running = async (): Promise<number[]> => {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()`,
  )
  return rows.map(({ pid }) => pid)
}

test('a read inside a transaction is part of it', async () => {
  await transactWithRetry(db, async (transaction) => {
    const own = await ALONE.execute(transaction, { seconds: 0 }, undefined)
    expect(await SHARING.execute(transaction, { seconds: 0 }, undefined)).toEqual(own)
  })
})

test('what cannot connect is StoreUnavailable, each time', async () => {
  const away = openPool({
    connectionString: 'postgresql://nobody@127.0.0.1:1/none',
    poolSize: POOL_SIZE,
    prepared: true,
    onLostConnection: () => undefined,
  })
  for (let i = 0; i < 3; i++) {
    const reads = Array.from({ length: 5 }, () => SHARING.execute(away, { seconds: 0 }, undefined))
    for (const read of await Promise.allSettled(reads)) {
      expect(read).toMatchObject({ reason: expect.any(StoreUnavailable) as unknown })
    }
  }
  await away.destroy()
})
