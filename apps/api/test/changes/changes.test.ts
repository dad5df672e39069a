import { sql } from 'kysely'
import pg from 'pg'

import { addTick, deleteOldChanges, resetTicks } from '../../src/changes/log/change-log.ts'
import type { components } from '../../src/openapi/types.ts'
import { openChanges } from '../../src/changes/open-changes.ts'
import { startApi, type Task, type TestApi, useApi } from '../support/requests/api.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'
import { until } from '../support/until.ts'

type Page = components['schemas']['ChangePage']
type Change = components['schemas']['Change']

const api = useApi({ settings: { CHANGES_TTL: '3600' } })

const CHANGES = '/api/v1/changes'

/** Adds a tick, and waits until the server lists the changes before it. Returns the cursor there. */
async function currentCursor(): Promise<string> {
  return cursorFrom(api, await addTick(api.store))
}

async function cursorFrom(server: TestApi, tick: number): Promise<string> {
  let cursor = ''
  await until(async () => {
    const { status, body } = await server.send<Page>('GET', CHANGES)
    // The server polls the ticks: a list without `after` begins with the newest that it knows, which a reset has deleted.
    if (status === 410) return false
    expect(status).toBe(200)
    cursor = body.cursor
    return body.content.length === 0 && Number(cursor.split('-')[0]) > tick
  })
  return cursor
}

/** Reads `count` changes after a cursor, and checks that there are no more. */
async function read(after: string, count: number, size = 1000): Promise<Change[]> {
  const changes: Change[] = []
  let cursor = after
  while (changes.length < count) {
    const { status, body } = await api.send<Page>('GET', `${CHANGES}?after=${cursor}&wait=10&size=${size}`)
    expect(status).toBe(200)
    expect(body.content.length).toBeGreaterThan(0)
    changes.push(...body.content)
    cursor = body.cursor
  }
  await currentCursor()
  const { body } = await api.send<Page>('GET', `${CHANGES}?after=${cursor}`)
  expect([...changes, ...body.content]).toHaveLength(count)
  return changes
}

const kinds = (changes: readonly Change[]): string[] =>
  changes.map(({ type, resourceType }) => `${resourceType} ${type}`)

test('a page after any cursor is empty only if no change follows', async () => {
  const after = await currentCursor()
  for (let i = 0; i < 3; i++) {
    await makeProject(api)
    await addTick(api.store)
  }
  const changes = await read(after, 3)
  for (const [index, { cursor }] of changes.slice(0, -1).entries()) {
    const { body } = await api.send<Page>('GET', `${CHANGES}?after=${cursor}&size=1`)
    expect(body.content).toEqual([changes[index + 1]])
  }
})

describe('an operation records', () => {
  test('the creation of a project and a task, with the state and the entity tag', async () => {
    const after = await currentCursor()
    const project = await api.send('POST', '/api/v1/projects', {
      body: { name: 'ä\u0001', description: 'b' },
    })
    const { id } = project.body as { id: string }
    const task = await api.send<Task>('POST', `/api/v1/projects/${id}/tasks`, {
      body: { title: 't', priority: 'HIGH', dueDate: '2026-02-28' },
    })
    const [first, second] = await read(after, 2)
    expect(first).toMatchObject({ type: 'created', resourceType: 'Project', id, projectId: id })
    expect(first).toMatchObject({ project: project.body, etag: project.headers.get('etag') })
    expect(second).toMatchObject({ type: 'created', resourceType: 'Task', id: task.body.id, projectId: id })
    expect(second).toMatchObject({ task: task.body, etag: task.headers.get('etag') })
    expect(first).not.toHaveProperty('task')
    expect(second).not.toHaveProperty('project')
  })

  test('each change, and nothing if nothing changes', async () => {
    const { id } = await makeProject(api)
    const task = await makeTask(api, id)
    const after = await currentCursor()
    const [ofProject, ofTask] = [`/api/v1/projects/${id}`, `/api/v1/tasks/${task.id}`]
    for (const [expected, method, path, body, headers] of [
      [200, 'PUT', ofProject, { name: 'b' }],
      [200, 'PUT', ofTask, { title: 'c' }],
      [200, 'PATCH', ofTask, { status: 'IN_PROGRESS' }],
      [200, 'PATCH', `${ofTask}/status`, { status: 'IN_PROGRESS' }],
      [412, 'PUT', ofTask, { title: 'd' }, { 'If-Match': '"x"' }],
      [400, 'PUT', ofTask, { title: '' }],
      [200, 'POST', `${ofProject}/archive`],
      [200, 'POST', `${ofProject}/archive`],
      [409, 'DELETE', ofTask],
      [200, 'POST', `${ofProject}/reactivate`],
      [204, 'DELETE', ofTask],
      [404, 'DELETE', ofTask],
      [204, 'DELETE', ofProject],
      [404, 'PUT', ofProject, { name: 'b' }],
    ] as const)
      expect((await api.send(method, path, { body, headers: { ...headers } })).status).toBe(expected)
    const changes = await read(after, 7)
    expect(kinds(changes)).toEqual([
      'Project updated',
      'Task updated',
      'Task updated',
      'Project updated',
      'Project updated',
      'Task deleted',
      'Project deleted',
    ])
    expect(changes[2]).toMatchObject({ task: { title: 'c', status: 'IN_PROGRESS' } })
    expect(changes[3]).toMatchObject({ project: { status: 'ARCHIVED' } })
    expect(changes[5]).toEqual({
      cursor: changes[5]?.cursor,
      ...{ type: 'deleted', resourceType: 'Task', id: task.id, projectId: id, time: changes[5]?.time },
    })
  })

  test('the deletion of a project with its tasks as one change', async () => {
    const { id } = await makeProject(api)
    for (let i = 0; i < 5; i++) await makeTask(api, id)
    const after = await currentCursor()
    await api.send('DELETE', `/api/v1/projects/${id}`)
    expect(kinds(await read(after, 1))).toEqual(['Project deleted'])
  })
})

test('pages of any size contain each change once', async () => {
  const after = await currentCursor()
  const { id } = await makeProject(api)
  await Promise.all(Array.from({ length: 20 }, () => makeTask(api, id)))
  const whole = await read(after, 21)
  for (const size of [1, 2, 7]) expect(await read(after, 21, size)).toEqual(whole)
  // Each change has a cursor of its own.
  expect(await read(whole[9]?.cursor ?? '', 11)).toEqual(whole.slice(10))
})

test('after=start begins with the oldest change', async () => {
  const { body } = await api.send<Page>('GET', `${CHANGES}?after=start&size=1`)
  expect(kinds(body.content)).toEqual(['Project created'])
})

describe('a slow transaction', () => {
  let slow: pg.Client
  beforeEach(async () => {
    slow = new pg.Client({ connectionString: api.databaseUrl })
    await slow.connect()
    await slow.query('begin')
  })
  afterEach(() => slow.end())

  /** Takes a transaction id and a change id now. */
  const insertSlowly = (): Promise<pg.QueryResult<{ id: string }>> =>
    slow.query(
      `insert into changes (type, project_id, version) values ('deleted', gen_random_uuid(), 1) returning project_id as id`,
    )

  test('does not delay later ones, and comes after them if it commits after them', async () => {
    const after = await currentCursor()
    const { rows } = await insertSlowly()
    for (const name of ['b', 'c']) await makeProject(api, { name })
    const fast = await read(after, 2)
    await slow.query('commit')
    const all = await read(after, 3)
    expect(all.map(({ id }) => id)).toEqual([...fast.map(({ id }) => id), rows[0]?.id])
    expect(await read(fast[1]?.cursor ?? '', 1)).toEqual(all.slice(2))
  })

  test('that is rolled back has no changes', async () => {
    const after = await currentCursor()
    await insertSlowly()
    await makeProject(api)
    await slow.query('rollback')
    expect(kinds(await read(after, 1))).toEqual(['Project created'])
  })

  test('that changed a task after a transaction with a higher id is listed after it', async () => {
    const { id } = await makeProject(api)
    const task = await makeTask(api, id)
    const after = await currentCursor()
    // The share lock of the project assigns the transaction id, before the task is locked.
    await slow.query('select from projects where id = $1 for share', [id])
    await api.send('PUT', `/api/v1/tasks/${task.id}`, { body: { title: 'first' } })
    await slow.query(`
      with written as (update tasks set title = 'second', version = version + 1 where id = '${task.id}' returning *)
      insert into changes (type, project_id, task_id, version, title, status, priority, created_at, updated_at)
      select 'updated', project_id, id, version, title, status, priority, created_at, updated_at from written`)
    await slow.query('commit')
    const titles = (await read(after, 2)).map(({ task: state }) => state?.title)
    expect(titles).toEqual(['first', 'second'])
  })
})

test('changes can be read on the same connections after a later version has added a column to their table', async () => {
  const after = await currentCursor()
  await makeProject(api)
  await read(after, 1)
  await sql`alter table changes add column later text`.execute(api.db)
  await makeProject(api)
  expect(kinds(await read(after, 2))).toEqual(['Project created', 'Project created'])
})

describe('waiting', () => {
  test('ends as soon as there is a change', async () => {
    const after = await currentCursor()
    const waiting = api.send<Page>('GET', `${CHANGES}?after=${after}&wait=60`)
    await makeProject(api)
    expect(kinds((await waiting).body.content)).toEqual(['Project created'])
  })

  test('ends without a change, with the same cursor', async () => {
    const after = await currentCursor()
    const { body } = await api.send<Page>('GET', `${CHANGES}?after=${after}&wait=1`)
    expect(body).toEqual({ content: [], cursor: after })
  })
})

describe('a cursor responds with', () => {
  test.each(['', 'x', '1', '1-', '-1', '1-1-1', '1-x', ' 1-1', 'Start', '9'.repeat(16) + '-1', 'eyJhIjoxfQ'])(
    '400 if it is %j',
    async (after) => {
      const { status, problem } = await api.send('GET', `${CHANGES}?after=${encodeURIComponent(after)}`)
      const message = 'must be "start" or a cursor of this operation'
      expect([status, problem.errors]).toEqual([400, [{ field: 'after', message }]])
    },
  )

  test.each(['1-0', '0-0', '999999999999999-999999999999999999'])('410 if it is %s', async (after) => {
    const { status, problem } = await api.send('GET', `${CHANGES}?after=${after}`)
    expect([status, problem.type.split('/').at(-1)]).toEqual([410, 'cursor-gone'])
  })
})

describe('retention', () => {
  test('deletes changes, and their cursors are gone', async () => {
    const before = await currentCursor()
    await makeProject(api)
    const after = await currentCursor()
    await makeProject(api)
    await currentCursor()
    await sql`update change_ticks set created_at = now() - interval '2 hours'`.execute(api.db)
    await makeProject(api)
    const end = await currentCursor()
    await deleteOldChanges(api.db, 3600)
    for (const gone of [before, after]) {
      expect((await api.send('GET', `${CHANGES}?after=${gone}`)).status).toBe(410)
    }
    expect((await api.send('GET', `${CHANGES}?after=${end}`)).status).toBe(200)
    const { body } = await api.send<Page>('GET', `${CHANGES}?after=start`)
    expect(kinds(body.content)).toEqual(['Project created'])
  })

  test('a reset makes all cursors gone, and later changes are listed', async () => {
    const before = await currentCursor()
    await cursorFrom(api, await resetTicks(api.store))
    expect((await api.send('GET', `${CHANGES}?after=${before}`)).status).toBe(410)
    const after = await currentCursor()
    await makeProject(api)
    expect(await read(after, 1)).toHaveLength(1)
  })

  test('a reset does not wait for a session that has read the empty table of changes', async () => {
    const number = await resetTicks(api.store)
    const reader = new pg.Client({ connectionString: api.databaseUrl })
    await reader.connect()
    await reader.query('begin; select from changes')
    expect(await resetTicks(api.store)).toBeGreaterThanOrEqual(number)
    await reader.end()
  })

  test('the start of a server without CHANGES_TTL makes all cursors gone, also if there was no change before', async () => {
    const other = await startApi({ settings: { CHANGES_TTL: '3600' } })
    const { body } = await other.send<Page>('GET', CHANGES)
    await openChanges(other.store, { ttlSeconds: undefined, onError: () => undefined })
    const read = () => other.send('GET', `${CHANGES}?after=${body.cursor}`)
    await until(async () => (await read()).status === 410)
    expect((await read()).status).toBe(410)
  })
})
