import { sql } from 'kysely'

import { startApi, useApi } from '../support/requests/api.ts'
import { makeProject } from '../support/requests/make.ts'

const api = useApi()

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
