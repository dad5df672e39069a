import { type Kysely, sql } from 'kysely'

import { createShardFunctions } from '../../src/db/distribution/shard-functions.ts'
import { openStore } from '../../src/db/driver/connection-pool.ts'
import { createProject, setProjectStatus } from '../../src/db/projects/project-repository.ts'
import type { Store } from '../../src/db/store.ts'
import { createTask, createTasks, findTask, setTaskStatus } from '../../src/db/tasks/task-repository.ts'
import { createMigratedDatabase, type TestDatabase } from '../support/database/database.ts'
import { TASK_DRAFT } from '../support/database/task-draft.ts'
import { ABSENT_ID } from '../support/requests/make.ts'

let database: TestDatabase
let store: Store
let projectId: string

beforeAll(async () => {
  database = await createMigratedDatabase()
  store = openStore({
    connection: () => ({ connectionString: database.url }),
    ...{ poolSize: 2, prepared: true, isDistributed: true },
    onLostConnection: () => undefined,
  })
  await store.run(async (db) => {
    // Of Citus: without it, a call is executed as any other function.
    await sql`
      create function create_distributed_function(name regprocedure, parameter text, colocate_with text)
      returns void language sql as ''`.execute(db)
    // Twice, as after an update.
    for (let i = 0; i < 2; i++) await createShardFunctions(db as unknown as Kysely<unknown>)
  })
})
afterAll(async () => {
  await store.close()
  await database.drop()
})
beforeEach(async () => {
  projectId = (await createProject(store, { name: 'A project', description: null })).resource.id
})

const archive = () => setProjectStatus(store, projectId, 'ARCHIVED', undefined)

async function makeTask() {
  const created = await createTask(store, projectId, TASK_DRAFT)
  if (created.outcome !== 'written') throw new Error(created.outcome)
  return created
}

test('create_tasks_on_shard stores each member of a task', async () => {
  const { resource, version } = await makeTask()
  expect(resource).toMatchObject({ ...TASK_DRAFT, projectId, status: 'TODO' })
  expect(await findTask(store, resource.id)).toEqual({ resource, version })
})

test('create_tasks_on_shard stores several tasks in the order of their ids', async () => {
  const drafts = Array.from({ length: 100 }, (_, i) => ({ ...TASK_DRAFT, title: `Task ${i}`, dueDate: null }))
  const created = await createTasks(store, projectId, drafts)
  const tasks = created.outcome === 'written' ? created.resource : []
  expect(tasks.map(({ title, dueDate }) => ({ title, dueDate }))).toEqual(
    drafts.map(({ title, dueDate }) => ({ title, dueDate })),
  )
  expect(tasks.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id).sort())
})

test('the functions write nothing to a project that is archived or missing, and return why', async () => {
  const { resource } = await makeTask()
  await archive()
  const readOnly = { outcome: 'read-only', projectId, status: 'ARCHIVED' }
  expect(await createTask(store, projectId, TASK_DRAFT)).toMatchObject(readOnly)
  expect(await createTasks(store, projectId, [TASK_DRAFT, TASK_DRAFT])).toMatchObject(readOnly)
  expect(await setTaskStatus(store, resource.id, 'DONE', undefined)).toMatchObject({
    ...readOnly,
    change: { from: 'TODO', to: 'DONE' },
  })
  expect(await createTask(store, ABSENT_ID, TASK_DRAFT)).toEqual({ outcome: 'not-found' })
  expect(await setTaskStatus(store, ABSENT_ID, 'DONE', undefined)).toEqual({ outcome: 'not-found' })
})

test('set_task_status_on_shard changes the version with the status, and neither if the task has it already', async () => {
  const { resource, version } = await makeTask()
  const changed = await setTaskStatus(store, resource.id, 'IN_PROGRESS', [version])
  expect(changed).toMatchObject({ outcome: 'written', resource: { ...TASK_DRAFT, status: 'IN_PROGRESS' } })
  expect(changed).not.toMatchObject({ version })
  expect(await setTaskStatus(store, resource.id, 'IN_PROGRESS', undefined)).toEqual(changed)
})

test('set_task_status_on_shard refuses another version, and a transition that is not allowed', async () => {
  const { resource, version } = await makeTask()
  const other = { outcome: 'other-version', version }
  expect(await setTaskStatus(store, resource.id, 'DONE', ['17'])).toEqual(other)
  expect(await setTaskStatus(store, resource.id, 'DONE', { except: [version] })).toEqual(other)
  expect(await setTaskStatus(store, resource.id, 'DONE', { except: ['17'] })).toMatchObject({
    outcome: 'written',
  })
  expect(await setTaskStatus(store, resource.id, 'TODO', undefined)).toEqual({
    outcome: 'transition-refused',
    from: 'DONE',
    to: 'TODO',
  })
})
