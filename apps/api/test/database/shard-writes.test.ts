import { sql } from 'kysely'

import { openStore } from '../../src/db/driver/connection-pool.ts'
import { createProject, setProjectStatus } from '../../src/db/projects/project-repository.ts'
import type { Store } from '../../src/db/store.ts'
import { createTask, createTasks, findTask, setTaskStatus } from '../../src/db/tasks/task-repository.ts'
import { createMigratedDatabase, type TestDatabase } from '../support/database/database.ts'
import { TASK_DRAFT } from '../support/database/task-draft.ts'
import { until } from '../support/until.ts'
import { ABSENT_ID } from '../support/requests/make.ts'

let database: TestDatabase
let store: Store
let projectId: string

beforeAll(async () => {
  database = await createMigratedDatabase()
  store = openStore({
    connection: () => ({ connectionString: database.url }),
    ...{ poolSize: 4, prepared: true, isDistributed: true },
    onLostConnection: () => undefined,
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

test('a task of distributed tables is stored with each member', async () => {
  const { resource, version } = await makeTask()
  expect(resource).toMatchObject({ ...TASK_DRAFT, projectId, status: 'TODO' })
  expect(await findTask(store, resource.id)).toEqual({ resource, version })
})

test('several tasks of distributed tables are stored in the order of their ids', async () => {
  const drafts = Array.from({ length: 100 }, (_, i) => ({ ...TASK_DRAFT, title: `Task ${i}`, dueDate: null }))
  const created = await createTasks(store, projectId, drafts)
  const tasks = created.outcome === 'written' ? created.resource : []
  expect(tasks.map(({ title, dueDate }) => ({ title, dueDate }))).toEqual(
    drafts.map(({ title, dueDate }) => ({ title, dueDate })),
  )
  expect(tasks.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id).sort())
})

test('nothing is written to a project of distributed tables that is archived or missing, and the outcome says why', async () => {
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

test('a change of status in distributed tables changes the version, except if the task has the status already', async () => {
  const { resource, version } = await makeTask()
  const changed = await setTaskStatus(store, resource.id, 'IN_PROGRESS', only(version))
  expect(changed).toMatchObject({ outcome: 'written', resource: { ...TASK_DRAFT, status: 'IN_PROGRESS' } })
  expect(changed).not.toMatchObject({ version })
  expect(await setTaskStatus(store, resource.id, 'IN_PROGRESS', undefined)).toEqual(changed)
})

const only = (version: string) => ({ check: 'in list', versions: [version] }) as const
const allBut = (version: string) => ({ check: 'not in list', versions: [version] }) as const

test('another version, and a transition that is not allowed, are refused in distributed tables', async () => {
  const { resource, version } = await makeTask()
  const other = { outcome: 'other-version', version }
  expect(await setTaskStatus(store, resource.id, 'DONE', only('17'))).toEqual(other)
  expect(await setTaskStatus(store, resource.id, 'DONE', allBut(version))).toEqual(other)
  expect(await setTaskStatus(store, resource.id, 'DONE', allBut('17'))).toMatchObject({ outcome: 'written' })
  expect(await setTaskStatus(store, resource.id, 'TODO', undefined)).toEqual({
    outcome: 'transition-refused',
    from: 'DONE',
    to: 'TODO',
  })
})

test('a task of distributed tables is created and changed in the transaction of a caller', async () => {
  const rollBack = new RangeError('rolled back')
  const ids: string[] = []
  const work = store.transact(async (transaction) => {
    const created = await createTask(transaction, projectId, TASK_DRAFT)
    if (created.outcome !== 'written') throw new Error(created.outcome)
    ids.push(created.resource.id)
    const changed = await setTaskStatus(transaction, created.resource.id, 'DONE', undefined)
    expect(changed).toMatchObject({ outcome: 'written', resource: { status: 'DONE' } })
    throw rollBack
  })
  await expect(work).rejects.toBe(rollBack)
  expect(await findTask(store, ids[0] ?? '')).toBeUndefined()
})

test('a change of status in distributed tables waits for a write to the project, and has a later time', async () => {
  const { resource } = await makeTask()
  const { waiting, updatedAt } = await store.transact(async (transaction) => {
    await setProjectStatus(transaction, projectId, 'ARCHIVED', undefined)
    const started = setTaskStatus(store, resource.id, 'DONE', undefined)
    await until(async () => (await waitingStatements()) > 0)
    const reactivated = await setProjectStatus(transaction, projectId, 'ACTIVE', undefined)
    if (reactivated.outcome !== 'written') throw new Error(reactivated.outcome)
    return { waiting: started, updatedAt: reactivated.resource.updatedAt }
  })
  const changed = await waiting
  if (changed.outcome !== 'written') throw new Error(changed.outcome)
  expect(changed.resource.updatedAt >= updatedAt).toBe(true)
})

/** The statements that wait for a lock. */
const waitingStatements = () =>
  store.run(async (db) => {
    const { rows } = await sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      db,
    )
    return rows.length
  })
