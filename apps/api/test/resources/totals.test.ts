import { readFileSync } from 'node:fs'

import { sql } from 'kysely'

import { openMigrationPool } from '../../src/db/driver/connection-pool.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'

import { type Page, type Task, type TestApi, useApi } from '../support/requests/api.ts'
import { createDatabase } from '../support/database/database.ts'
import { migrateBefore } from '../support/database/migrate-before.ts'
import { queryOn } from '../support/database/query-on.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'
import { expectExact, expectExactWhile, totalsOf } from '../support/database/totals.ts'
import { WRITES, sendWrite } from '../support/requests/writes.ts'

const PROJECTS = { view: 'project_totals', table: 'projects', by: ['status'] }
const TASKS = { view: 'task_totals', table: 'tasks', by: ['project_id', 'status', 'priority'] }

const api = useApi({ poolSize: 16 })

const totalOf = async (server: TestApi, path: string): Promise<number> =>
  (await server.send<Page<Task>>('GET', path)).body.totalElements

test.each([PROJECTS, TASKS])(
  '$view equals the number of $table at any time during and after concurrent writes',
  async (view) => {
    const client = async (number: number): Promise<void> => {
      for (let i = 0; i < 5; i++) {
        const project = (await makeProject(api)).id
        const task = (await makeTask(api, project, { priority: i % 3 ? 'LOW' : 'HIGH' })).id
        for (const [index, write] of WRITES.entries())
          if ((index + i + number) % 4 > 0) await sendWrite(api, write, { project, task })
      }
    }
    await expectExactWhile(api.db, view, () =>
      Promise.all(Array.from({ length: 12 }, (_, number) => client(number))),
    )
    const { body } = await api.send<Page<Task>>('GET', '/api/v1/projects?size=1000')
    expect(body.numberOfElements).toBe(body.totalElements)
    for (const { id, status } of body.content.slice(0, 50)) {
      const { body: ofProject } = await api.send<Page<Task>>('GET', `/api/v1/projects/${id}/tasks`)
      expect([status, ofProject.totalElements]).toEqual([status, ofProject.numberOfElements])
    }
  },
)

test.each([
  [
    'an insert of projects',
    `insert into projects (id, name, status)
    select gen_random_uuid(), 'a', (array['ACTIVE', 'ARCHIVED'])[1 + n % 2] from generate_series(1, 500) as n`,
  ],
  ['an update of projects', `update projects set status = 'ARCHIVED' where name = 'a'`],
  [
    'an insert of tasks',
    `insert into tasks (id, project_id, title, status, priority)
    select gen_random_uuid(), id, 'a', 'TODO', 'LOW' from projects limit 2000`,
  ],
  ['an update of tasks', `update tasks set status = 'DONE', priority = 'HIGH' where title = 'a'`],
  [
    'a move of tasks',
    'update tasks set (project_id, bucket) = (select id, bucket from projects order by id desc limit 1)',
  ],
  ['a delete of tasks', `delete from tasks where ctid in (select ctid from tasks limit 300)`],
  ['a delete of projects', 'delete from projects where ctid in (select ctid from projects limit 300)'],
  ['a truncate of tasks', 'truncate tasks'],
  ['a truncate of projects', 'truncate projects cascade'],
])('the totals equal the numbers of rows after %s', async (_name, statement) => {
  await sql.raw(statement).execute(api.db)
  for (const view of [PROJECTS, TASKS]) await expectExact(api.db, view)
})

test('docs/failures.md counts the rows again that triggers have missed', async () => {
  const page = readFileSync(new URL('../../../../docs/failures.md', import.meta.url), 'utf8')
  const [, statements = ''] = /## Wrong totals[^`]*`[^`]*`[^`]*```sql\n([^`]*)```/.exec(page) ?? []
  await sql`truncate projects cascade`.execute(api.db)
  const { id } = await makeProject(api)
  await makeTask(api, id)
  await queryOn(
    api.databaseUrl,
    `set session_replication_role = replica;
    insert into tasks (id, bucket, project_id, title, status, priority)
    select gen_random_uuid(), bucket, id, 'a', 'DONE', 'LOW' from projects;
    insert into projects (id, bucket, name, status) values (gen_random_uuid(), 0, 'a', 'ARCHIVED')`,
  )
  const lists = ['/api/v1/projects', `/api/v1/projects/${id}/tasks`]
  const totals = () => Promise.all(lists.map((path) => totalOf(api, path)))
  expect(await totals()).toEqual([1, 1])
  await queryOn(api.databaseUrl, statements)
  expect(await totals()).toEqual([2, 2])
})

test.each(['infinity', '-infinity', '0044-03-15 BC', '12026-01-01'])(
  'SQL cannot write the due date %s, which no response can contain',
  async (dueDate) => {
    const { id } = await makeTask(api, (await makeProject(api)).id)
    const update = sql`update tasks set due_date = cast(${dueDate} as date) where id = ${id}`
    await expect(update.execute(api.db)).rejects.toThrow('tasks_calendar_times')
  },
)

const addProjects = sql`insert into projects (id, name, status)
  select gen_random_uuid(), 'a', 'ACTIVE' from generate_series(1, 10)`
const addTasks = (bucket: string) =>
  sql.raw(`insert into tasks (id, ${bucket} project_id, title, status, priority)
  select gen_random_uuid(), ${bucket} id, 'a', 'TODO', 'LOW' from projects`)

test.each([
  ['0006-task-counts', TASKS],
  ['0008-project-counts', PROJECTS],
])('migration %s initializes the counters with the existing rows', async (name, view) => {
  const database = await createDatabase()
  const db = openMigrationPool(() => ({ connectionString: database.url }))
  await migrateBefore(db, name)
  await addProjects.execute(db)
  await addTasks('').execute(db)
  expect((await migrate(db))[0]).toBe(name)
  await addTasks('bucket,').execute(db)
  const { kept, there } = await totalsOf(db, view)
  expect([kept, kept.length]).toEqual([there, view === TASKS ? 10 : 1])
  await db.destroy()
  await database.drop()
})
