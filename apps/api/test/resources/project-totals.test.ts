import { sql } from 'kysely'

import { openMigrationPool } from '../../src/db/driver/connection-pool.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'

import { type Page, type Project, startApi, type TestApi } from '../support/requests/api.ts'
import { createDatabase } from '../support/database/database.ts'
import { migrateBefore } from '../support/database/migrate-before.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'
import { expectExact, expectExactWhile, totalsOf } from '../support/database/totals.ts'

const TOTALS = { view: 'project_totals', table: 'projects', by: ['status'] }

describe('project_totals', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi({ poolSize: 16 })
  })
  afterAll(() => api.stop())

  const totalOf = async (query: string): Promise<number> =>
    (await api.send<Page<Project>>('GET', `/api/v1/projects?${query}`)).body.totalElements

  test('equals the number of projects at any time during and after concurrent writes', async () => {
    const client = async (number: number): Promise<void> => {
      for (let i = 0; i < 12; i++) {
        const { id } = await makeProject(api)
        const path = `/api/v1/projects/${id}`
        await makeTask(api, id)
        await api.send('PUT', path, { body: { name: 'New' } })
        if (i % 2) await api.send('POST', `${path}/archive`)
        if (i % 3 === 0) await api.send('POST', `${path}/reactivate`)
        if (i % 4 === number % 4) await api.send('DELETE', path)
      }
    }
    const clients = () => Promise.all(Array.from({ length: 12 }, (_, number) => client(number)))
    await expectExactWhile(api.db, TOTALS, clients)
    expect(await totalOf('size=1')).toBe(12 * 9)
    expect((await totalOf('size=1&status=ACTIVE')) + (await totalOf('size=1&status=ARCHIVED'))).toBe(12 * 9)
    expect(await totalOf('size=1&status=ARCHIVED')).toBeGreaterThan(0)
  })

  test.each([
    [
      'insert',
      sql`insert into projects (id, name, status)
      select gen_random_uuid(), 'a', (array['ACTIVE', 'ARCHIVED'])[1 + n % 2] from generate_series(1, 500) as n`,
    ],
    ['update', sql`update projects set status = 'ARCHIVED' where name = 'a'`],
    ['delete', sql`delete from projects where ctid in (select ctid from projects limit 300)`],
    ['truncate', sql`truncate projects cascade`],
  ])('equals the number of projects after an %s of many rows', async (_name, statement) => {
    await statement.execute(api.db)
    await expectExact(api.db, TOTALS)
  })

  test('sequential writers reuse the same counter rows', async () => {
    for (let i = 0; i < 20; i++) await makeProject(api)
    const { rows } = await sql`select slot from project_counts where status = 'ACTIVE'`.execute(api.db)
    expect(rows).toHaveLength(1)
    expect(await totalOf('size=1')).toBe(20)
  })
})

describe('migration 0008', () => {
  test('initializes the counters with the existing projects', async () => {
    const database = await createDatabase()
    const db = openMigrationPool(() => ({ connectionString: database.url }))
    await migrateBefore(db, '0008')
    const add = sql`insert into projects (id, name, status)
      select gen_random_uuid(), 'a', 'ACTIVE' from generate_series(1, 10)`
    await add.execute(db)

    expect((await migrate(db))[0]).toBe('0008-project-counts')
    await add.execute(db)
    const total = 20
    expect(await totalsOf(db, TOTALS)).toMatchObject({ kept: [{ total }], there: [{ total }] })
    const { rows } = await sql`select from pg_tables where tablename = 'project_counts'`.execute(db)
    expect(rows).toHaveLength(1)
    await db.destroy()
    await database.drop()
  })
})
