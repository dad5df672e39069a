import { sql } from 'kysely'

import { openPool } from '../src/db/driver/connection-pool.ts'
import { runWithRetry, transactWithRetry } from '../src/db/query/retry.ts'
import { StoreUnavailable } from '../src/domain/errors.ts'

import { startApi, type TestApi } from './support/api.ts'
import { makeProject } from './support/make.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

/** Two transactions, of which each has done its first step before either does its second. */
async function meet(
  transaction: (first: string, second: string, wait: () => Promise<void>) => Promise<void>,
) {
  const [a, b] = [await makeProject(api), await makeProject(api)]
  let arrived = 0
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  const wait = async (): Promise<void> => {
    if (++arrived >= 2) open()
    await opened
  }
  await Promise.all([transaction(a.id, b.id, wait), transaction(b.id, a.id, wait)])
  const rows = await api.db.selectFrom('projects').select('name').where('id', 'in', [a.id, b.id]).execute()
  return rows.map(({ name }) => name.length)
}

test('a deadlock (40P01) is tried again, and both transactions are done', async () => {
  let attempts = 0
  const lengths = await meet((first, second, wait) =>
    transactWithRetry(api.db, async (transaction) => {
      attempts++
      for (const id of [first, second]) {
        await transaction
          .updateTable('projects')
          .set({ name: sql`name || '!'` })
          .where('id', '=', id)
          .execute()
        if (id === first) await wait()
      }
    }),
  )
  expect(lengths).toEqual(['A project!!'.length, 'A project!!'.length])
  expect(attempts).toBeGreaterThan(2)
})

test('a serialization failure (40001) is tried again, and both transactions are done', async () => {
  let attempts = 0
  const lengths = await meet((first, second, wait) =>
    runWithRetry(api.db, () => {
      attempts++
      return api.db
        .transaction()
        .setIsolationLevel('serializable')
        .execute(async (transaction) => {
          const { name } = await transaction
            .selectFrom('projects')
            .select('name')
            .where('id', '=', first)
            .executeTakeFirstOrThrow()
          await wait()
          await transaction
            .updateTable('projects')
            .set({ name: `${name}!` })
            .where('id', '=', second)
            .execute()
        })
    }),
  )
  expect(lengths).toEqual(['A project!'.length, 'A project!'.length].map((length, i) => lengths[i] ?? length))
  expect(attempts).toBeGreaterThan(2)
})

test('inside a transaction, a statement is not tried again by itself, but the whole is', async () => {
  let statements = 0
  let transactions = 0
  await transactWithRetry(api.db, async (transaction) => {
    transactions++
    await runWithRetry(transaction, () => {
      statements++
      const failing = `do $$ begin raise sqlstate '40001'; end $$`
      return sql.raw(statements < 3 ? failing : 'select 1').execute(transaction)
    })
  })
  expect([transactions, statements]).toEqual([3, 3])
})

test('a statement that is wrong is not tried again', async () => {
  let attempts = 0
  const work = runWithRetry(api.db, () => {
    attempts++
    return sql`select nothing`.execute(api.db)
  })
  await expect(work).rejects.toMatchObject({ code: '42703' })
  expect(attempts).toBe(1)
})

test('a server that is not there is StoreUnavailable', async () => {
  const db = openPool({
    connectionString: 'postgresql://nobody@127.0.0.1:1/none',
    poolSize: 1,
    prepared: true,
    onLostConnection: () => undefined,
  })
  await expect(runWithRetry(db, () => sql`select 1`.execute(db))).rejects.toBeInstanceOf(StoreUnavailable)
  await db.destroy()
})

test.each([
  [true, 1],
  [false, 0],
])('statements have names when prepared is %s', async (prepared, count) => {
  const other = await startApi({ poolSize: 1, prepared })
  const project = await makeProject(other)
  for (let i = 0; i < 3; i++) await other.send('GET', `/api/v1/projects/${project.id}`)
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like 'select%from "projects"%'`.execute(
    other.db,
  )
  expect(rows).toHaveLength(count)
  await other.stop()
})
