import { sql } from 'kysely'

import { startApi, useApi } from '../support/requests/api.ts'
import { makeProject } from '../support/requests/make.ts'

const api = useApi()

/** Runs two transactions on the same two projects in opposite order; `wait` waits until both have called it. */
async function runConflicting(
  transaction: (first: string, second: string, wait: () => Promise<void>) => Promise<void>,
) {
  const [a, b] = [await makeProject(api), await makeProject(api)]
  let waiting = 0
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const wait = async (): Promise<void> => {
    if (++waiting >= 2) release()
    await released
  }
  await Promise.all([transaction(a.id, b.id, wait), transaction(b.id, a.id, wait)])
  const rows = await api.db.selectFrom('projects').select('name').where('id', 'in', [a.id, b.id]).execute()
  return rows.map(({ name }) => name.length)
}

test('transact() retries after a deadlock (40P01) until both transactions commit', async () => {
  let attempts = 0
  const lengths = await runConflicting((first, second, wait) =>
    api.store.transact(async (transaction) => {
      attempts++
      for (const id of [first, second]) {
        await transaction.run((db) =>
          db
            .updateTable('projects')
            .set({ name: sql`name || '!'` })
            .where('id', '=', id)
            .execute(),
        )
        if (id === first) await wait()
      }
    }),
  )
  expect(lengths).toEqual(['A project!!'.length, 'A project!!'.length])
  expect(attempts).toBeGreaterThan(2)
})

test('run() retries after a serialization failure (40001) until both transactions commit', async () => {
  let attempts = 0
  const lengths = await runConflicting((first, second, wait) =>
    api.store.run((db) => {
      attempts++
      return db
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
  // The transaction that was retried has read what the other one wrote.
  expect(lengths.sort()).toEqual(['A project!'.length, 'A project!!'.length])
  expect(attempts).toBeGreaterThan(2)
})

test('inside a transaction, run() does not retry the statement, but transact() retries the whole transaction', async () => {
  let statements = 0
  let transactions = 0
  await api.store.transact(async (transaction) => {
    transactions++
    await transaction.run((db) => {
      statements++
      const failing = `do $$ begin raise sqlstate '40001'; end $$`
      return sql.raw(statements < 3 ? failing : 'select 1').execute(db)
    })
  })
  expect([transactions, statements]).toEqual([3, 3])
})

test.each([
  [true, 1],
  [false, 0],
])(
  'with prepared: %s, a repeated statement is prepared %i times on its connection',
  async (prepared, count) => {
    const other = await startApi({ poolSize: 1, prepared })
    const project = await makeProject(other)
    for (let i = 0; i < 3; i++) await other.send('GET', `/api/v1/projects/${project.id}`)
    const ofProjects = sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like 'select%from "projects"%'`
    const { rows } = await other.store.run((db) => ofProjects.execute(db))
    expect(rows).toHaveLength(count)
  },
)
