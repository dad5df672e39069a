import { readFileSync } from 'node:fs'

import { sql } from 'kysely'
import pg from 'pg'

import { openMigrationPool } from '../../src/db/driver/connection-pool.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'

import { type Page, startApi, type Task, type TestApi } from '../support/requests/api.ts'
import { createDatabase } from '../support/database/database.ts'
import { migrateBefore } from '../support/database/migrate-before.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'
import { expectExact, expectExactWhile, totalsOf } from '../support/database/totals.ts'

const TOTALS = { view: 'task_totals', table: 'tasks', by: ['project_id', 'status', 'priority'] }

describe('task_totals', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi({ poolSize: 16 })
  })
  afterAll(() => api.stop())

  test('equals the number of tasks at any time during and after concurrent writes', async () => {
    const shared = [await makeProject(api), await makeProject(api)].map(({ id }) => id)
    const client = async (number: number): Promise<void> => {
      const passing = await makeProject(api)
      for (let i = 0; i < 12; i++) {
        const task = await makeTask(api, shared[i % 2] ?? '', { priority: i % 3 ? 'LOW' : 'HIGH' })
        const path = `/api/v1/tasks/${task.id}`
        await makeTask(api, passing.id)
        await api.send('PATCH', `${path}/status`, { body: { status: i % 2 ? 'DONE' : 'IN_PROGRESS' } })
        await api.send('PUT', path, { body: { title: 'New', priority: 'MEDIUM' } })
        if (i % 4 === number % 4) await api.send('DELETE', path)
      }
      await api.send('DELETE', `/api/v1/projects/${passing.id}`)
    }
    const clients = () => Promise.all(Array.from({ length: 12 }, (_, number) => client(number)))
    await expectExactWhile(api.db, TOTALS, clients)
    const left = await Promise.all(
      shared.map((id) => api.send<Page<Task>>('GET', `/api/v1/projects/${id}/tasks?size=1000`)),
    )
    for (const { body } of left) expect(body.totalElements).toBe(body.numberOfElements)
  })

  test.each([
    [
      'insert',
      sql`insert into tasks (id, project_id, title, status, priority)
      select gen_random_uuid(), id, 'a', 'TODO', 'LOW' from projects, generate_series(1, 500)`,
    ],
    ['update', sql`update tasks set status = 'DONE', priority = 'HIGH' where title = 'a'`],
    [
      'move',
      sql`update tasks set (project_id, bucket) = (select id, bucket from projects order by id desc limit 1)`,
    ],
    [
      'delete',
      sql`delete from tasks where title = 'a' and status = 'DONE' and ctid in (select ctid from tasks limit 300)`,
    ],
    ['delete of a project', sql`delete from projects where id = (select max(id::text)::uuid from projects)`],
    ['truncate', sql`truncate tasks`],
  ])('equals the number of tasks after an %s of many rows', async (_name, statement) => {
    await statement.execute(api.db)
    await expectExact(api.db, TOTALS)
  })

  test('sequential writers reuse the same counter rows', async () => {
    const { id } = await makeProject(api)
    for (let i = 0; i < 20; i++) await makeTask(api, id)
    const { rows } = await sql`select slot from task_counts where project_id = ${id}`.execute(api.db)
    expect(rows).toHaveLength(1)
  })
})

test('docs/failures.md counts the rows again that triggers have missed', async () => {
  const page = readFileSync(new URL('../../../../docs/failures.md', import.meta.url), 'utf8')
  const [, statements = ''] = /## Wrong totals[^`]*`[^`]*`[^`]*```sql\n([^`]*)```/.exec(page) ?? []
  const api = await startApi()
  const client = new pg.Client({ connectionString: api.databaseUrl })
  await client.connect()
  const { id } = await makeProject(api)
  await makeTask(api, id)
  await client.query(`
    set session_replication_role = replica;
    insert into tasks (id, bucket, project_id, title, status, priority)
    select gen_random_uuid(), bucket, id, 'a', 'DONE', 'LOW' from projects;
    insert into projects (id, bucket, name, status) values (gen_random_uuid(), 0, 'a', 'ARCHIVED')`)
  const totals = async () => {
    const lists = await Promise.all(
      ['/api/v1/projects', `/api/v1/projects/${id}/tasks`].map((path) => api.send<Page<Task>>('GET', path)),
    )
    return lists.map(({ body }) => body.totalElements)
  }
  expect(await totals()).toEqual([1, 1])
  await client.query(statements)
  expect(await totals()).toEqual([2, 2])
  await client.end()
  await api.stop()
})

test.each(['infinity', '-infinity', '0044-03-15 BC', '12026-01-01'])(
  'SQL cannot write the due date %s, which no response can contain',
  async (dueDate) => {
    const api = await startApi()
    const { id } = await makeProject(api)
    const task = await makeTask(api, id)
    const update = sql`update tasks set due_date = cast(${dueDate} as date) where id = ${task.id}`
    await expect(update.execute(api.db)).rejects.toThrow('tasks_calendar_times')
    await api.stop()
  },
)

describe('migration 0006', () => {
  test('initializes the counters with the existing tasks', async () => {
    const database = await createDatabase()
    const db = openMigrationPool(() => ({ connectionString: database.url }))
    await migrateBefore(db, '0006')
    await sql`insert into projects (id, name, status) values (gen_random_uuid(), 'a', 'ACTIVE')`.execute(db)
    await sql`insert into tasks (id, project_id, title, status, priority)
      select gen_random_uuid(), id, 'a', 'TODO', 'LOW' from projects, generate_series(1, 10)`.execute(db)

    expect((await migrate(db))[0]).toBe('0006-task-counts')
    await sql`insert into tasks (id, bucket, project_id, title, status, priority)
      select gen_random_uuid(), bucket, id, 'a', 'TODO', 'LOW' from projects, generate_series(1, 10)`.execute(
      db,
    )
    expect(await totalsOf(db, TOTALS)).toMatchObject({ kept: [{ total: 20 }], there: [{ total: 20 }] })
    const { rows } = await sql`select from pg_tables where tablename = 'task_counts'`.execute(db)
    expect(rows).toHaveLength(1)
    await db.destroy()
    await database.drop()
  })
})

describe('a page with a large offset', () => {
  let api: TestApi
  let path: string
  beforeAll(async () => {
    api = await startApi()
    const { id } = await makeProject(api)
    path = `/api/v1/projects/${id}/tasks`
    await sql`
      insert into tasks (id, project_id, title, status, priority, due_date)
      select gen_random_uuid(), ${id}, 'a' || n % 7, (array['TODO', 'DONE'])[1 + n % 2], 'LOW',
        case when n % 3 = 0 then null else date '2026-01-01' + n % 50 end
      from generate_series(1, 2450) as n`.execute(api.db)
  })
  afterAll(() => api.stop())

  const page = async (query: string): Promise<Page<Task>> => {
    const { status, body } = await api.send<Page<Task>>('GET', `${path}?${query}`)
    expect(status).toBe(200)
    return body
  }
  const idsOf = ({ content }: Page<Task>): string[] => content.map(({ id }) => id)

  test.each([
    'sort=createdAt,desc',
    'sort=title,asc&sort=dueDate,desc',
    'sort=dueDate,asc',
    'sort=dueDate,desc',
    'sort=id',
    'status=DONE&sort=title',
  ])('has the same items as the whole list at this offset: %s', async (query) => {
    const ordered = await orderedIds(query)
    for (const size of [7, 100, 350]) {
      const last = Math.ceil(ordered.length / size) - 1
      const numbers = [Math.ceil(1000 / size), Math.ceil(ordered.length / 2 / size), last - 1, last]
      for (const number of numbers) {
        const read = await page(`${query}&size=${size}&page=${number}`)
        expect(idsOf(read)).toEqual(ordered.slice(number * size, (number + 1) * size))
        expect(read).toMatchObject({ totalElements: ordered.length, last: number >= last })
      }
      expect(await page(`${query}&size=${size}&page=${last + 1}`)).toMatchObject({
        content: [],
        totalElements: ordered.length,
      })
    }
  })

  /** The ids of all tasks that the query selects, in its order, without the API. */
  async function orderedIds(query: string): Promise<string[]> {
    const order = query
      .split('&')
      .filter((term) => term.startsWith('sort='))
      .map((term) => term.slice('sort='.length))
      .flatMap((key) => {
        const [field = '', direction = 'asc'] = key.split(',')
        const column = { createdAt: 'created_at', dueDate: 'due_date' }[field] ?? field
        return field === 'dueDate'
          ? [`due_date is null`, `${column} ${direction}`]
          : [`${column} ${direction}`]
      })
    const tie = query.endsWith('desc') ? 'id desc' : 'id asc'
    const filter = query.startsWith('status=DONE') ? sql`where status = 'DONE'` : sql``
    const { rows } = await sql<{ id: string }>`
      select id from tasks ${filter} order by ${sql.raw([...order, tie].join(', '))}`.execute(api.db)
    return rows.map(({ id }) => id)
  }
})
