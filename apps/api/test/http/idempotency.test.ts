import { randomUUID } from 'node:crypto'
import { connect as openSocket } from 'node:net'

import pg from 'pg'

import { createApiKey } from '../../src/auth/api-keys.ts'
import { deleteExpiredKeys } from '../../src/db/idempotency/idempotency-keys.ts'
import { startExpiredKeyCleanup } from '../../src/db/idempotency/idempotency-keys.ts'

import { type Page, type Project, startApi, type Task, type TestApi } from '../support/requests/api.ts'
import type { TestResponse } from '../support/requests/client.ts'
import { ABSENT_ID, makeProject } from '../support/requests/make.ts'
import { until } from '../support/until.ts'

const PROJECTS = '/api/v1/projects'

let api: TestApi
let admin: pg.Client
beforeAll(async () => {
  api = await startApi()
  admin = new pg.Client({ connectionString: api.databaseUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await api.stop()
})

const newKey = (): string => `"${randomUUID()}"`

const post = <Body = Task>(path: string, key: string, body?: object, headers: Record<string, string> = {}) =>
  api.send<Body>('POST', path, { body, headers: { 'Idempotency-Key': key, ...headers } })

/** Creates a project and returns the path of its tasks. */
const newTasks = async (): Promise<string> => `${PROJECTS}/${(await makeProject(api)).id}/tasks`

const countOf = async (path: string) => (await api.send<Page<unknown>>('GET', path)).body.totalElements

const isReplay = ({ headers }: TestResponse): boolean => headers.get('idempotent-replayed') === 'true'

/** The part of a response that a repetition must return unchanged. */
function lasting({ status, headers, text }: TestResponse) {
  const own = new Set(['date', 'x-request-id', 'idempotent-replayed'])
  return { status, text, headers: [...headers].filter(([name]) => !own.has(name)).sort() }
}

/** Sends a request that waits within its transaction until it is released. */
async function startHeld(path: string, key: string, body: object) {
  const holder = new pg.Client({ connectionString: api.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from projects where id = $1 for update', [path.split('/')[4]])
  const answer = post(path, key, body)
  await until(async () => (await waiting()).length > 0)
  return {
    answer,
    release: async () => {
      await holder.query('rollback')
      await holder.end()
    },
  }
}

async function waiting(): Promise<number[]> {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.map(({ pid }) => pid)
}

describe('a POST with an Idempotency-Key', () => {
  const operations: [string, (id: string) => string, object | undefined][] = [
    ['createProject', () => PROJECTS, { name: 'Crane' }],
    ['createTask', (id) => `${PROJECTS}/${id}/tasks`, { title: 'Order' }],
    ['archiveProject', (id) => `${PROJECTS}/${id}/archive`, undefined],
    ['reactivateProject', (id) => `${PROJECTS}/${id}/reactivate`, undefined],
  ]

  test.each(operations)(
    '%s: a repetition returns the first response, byte for byte',
    async (_name, pathOf, body) => {
      const path = pathOf((await makeProject(api)).id)
      const key = newKey()
      const first = await post(path, key, body)
      expect([200, 201]).toContain(first.status)
      expect(isReplay(first)).toBe(false)
      for (let i = 0; i < 3; i++) {
        const again = await post(path, key, body)
        expect(isReplay(again)).toBe(true)
        expect(lasting(again)).toEqual(lasting(first))
      }
    },
  )

  test('creates one task per key, however often it is repeated', async () => {
    const tasks = await newTasks()
    const key = newKey()
    for (let i = 0; i < 3; i++) await post(tasks, key, { title: 'a' })
    expect(await countOf(tasks)).toBe(1)
    await post(tasks, newKey(), { title: 'a' })
    expect(await countOf(tasks)).toBe(2)
  })

  test('returns the first response even if the task was changed or deleted in the meantime', async () => {
    const tasks = await newTasks()
    const key = newKey()
    const first = await post(tasks, key, { title: 'a' })
    await api.send('DELETE', `/api/v1/tasks/${first.body.id}`)
    expect(lasting(await post(tasks, key, { title: 'a' }))).toEqual(lasting(first))
    expect(await countOf(tasks)).toBe(0)
  })

  test('treats a key with quotes and without as the same key', async () => {
    const tasks = await newTasks()
    const key = randomUUID()
    const first = await post(tasks, key, { title: 'a' })
    expect(lasting(await post(tasks, `"${key}"`, { title: 'a' }))).toEqual(lasting(first))
    const odd = String.raw`"\"\\ ,;a"`
    await post(tasks, odd, { title: 'b' })
    expect(isReplay(await post(tasks, odd, { title: 'b' }))).toBe(true)
  })

  test('ignores the order of members, and members that are null, when it compares bodies', async () => {
    const tasks = await newTasks()
    const key = newKey()
    await post(tasks, key, { title: 'a', description: null, dueDate: '2026-04-30' })
    expect(isReplay(await post(tasks, key, { dueDate: '2026-04-30', title: 'a' }))).toBe(true)
    expect(isReplay(await post(tasks, key, { title: 'a', dueDate: '2026-04-30', priority: null }))).toBe(true)
  })

  test('is rejected with 422 if the body or the project differs', async () => {
    const tasks = await newTasks()
    const others = await newTasks()
    const key = newKey()
    const first = await post(tasks, key, { title: 'a' })
    const rejected = [await post(tasks, key, { title: 'b' }), await post(others, key, { title: 'a' })]
    for (const { status, body } of rejected) {
      expect(status).toBe(422)
      expect(body).toMatchObject({ title: 'Idempotency key reused' })
    }
    expect(await countOf(tasks)).toBe(1)
    expect(await countOf(others)).toBe(0)
    expect(lasting(await post(tasks, key, { title: 'a' }))).toEqual(lasting(first))
  })

  test('does not share its key with another operation', async () => {
    const key = newKey()
    const { body: project } = await post<Project>(PROJECTS, key, { name: 'a' })
    expect((await post(`${PROJECTS}/${project.id}/tasks`, key, { title: 'a' })).status).toBe(201)
  })

  test.each([
    '',
    '""',
    '"a',
    'a b',
    'a,b',
    '"a", "b"',
    '"a\\b"',
    'ü',
    'x'.repeat(256),
    `"${'x'.repeat(256)}"`,
  ])('is rejected with 400 for the key %j', async (key) => {
    const response = await post(PROJECTS, key, { name: 'a' })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ errors: [{ field: 'Idempotency-Key' }] })
  })

  test('stores nothing for a request without a key', async () => {
    const count = () => api.db.selectFrom('idempotency_keys').select('key').execute()
    const before = await count()
    await api.send('POST', PROJECTS, { body: { name: 'a' } })
    expect(await count()).toEqual(before)
  })
})

describe('while the first request runs', () => {
  test('a second request with its key gets 409, and the response afterwards', async () => {
    const tasks = await newTasks()
    const key = newKey()
    const held = await startHeld(tasks, key, { title: 'a' })
    const early = await post(tasks, key, { title: 'a' })
    await held.release()
    expect(early.status).toBe(409)
    expect(early.headers.get('retry-after')).toBe('1')
    expect(early.body).toMatchObject({ title: 'Idempotency key in use' })
    const first = await held.answer
    expect(first.status).toBe(201)
    expect(lasting(await post(tasks, key, { title: 'a' }))).toEqual(lasting(first))
    expect(await countOf(tasks)).toBe(1)
  })

  test('requests with other keys are not blocked', async () => {
    const tasks = await newTasks()
    const held = await startHeld(tasks, newKey(), { title: 'a' })
    const { status } = await post(PROJECTS, newKey(), { name: 'a' })
    await held.release()
    expect(status).toBe(201)
    expect((await held.answer).status).toBe(201)
  })

  test.each(['pg_terminate_backend', 'pg_cancel_backend'])(
    'it gets 503 if %s ends it, nothing is written or stored, and a retry succeeds',
    async (ending) => {
      const tasks = await newTasks()
      const key = newKey()
      const held = await startHeld(tasks, key, { title: 'a' })
      for (const pid of await waiting()) await admin.query(`select ${ending}($1)`, [pid])
      expect((await held.answer).status).toBe(503)
      await held.release()
      expect(await countOf(tasks)).toBe(0)
      const retried = await post(tasks, key, { title: 'a' })
      expect(retried.status).toBe(201)
      expect(isReplay(retried)).toBe(false)
      expect(await countOf(tasks)).toBe(1)
    },
  )

  test('its client disconnects, and a retry gets the response', async () => {
    const tasks = await newTasks()
    const key = newKey()
    const { hostname, port } = new URL(api.origin)
    for (let round = 0; round < 20; round++) {
      const body = JSON.stringify({ title: `${round}` })
      const head = `POST ${tasks} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`
      const socket = openSocket(Number(port), hostname)
      socket.on('error', () => undefined)
      socket.write(`${head}Idempotency-Key: "${round}-${key.slice(1)}\r\n\r\n${body}`, () => socket.destroy())
      await until(async () => {
        const { status } = await post(tasks, `"${round}-${key.slice(1)}`, { title: `${round}` })
        return status === 201
      })
      expect(await countOf(tasks)).toBe(round + 1)
    }
  })
})

describe('the stored response', () => {
  test('is a 409 of the operation, even if its cause is gone', async () => {
    const { id } = await makeProject(api, { archived: true })
    const key = newKey()
    const first = await post(`${PROJECTS}/${id}/tasks`, key, { title: 'a' })
    expect(first.status).toBe(409)
    await api.send('POST', `${PROJECTS}/${id}/reactivate`)
    const again = await post(`${PROJECTS}/${id}/tasks`, key, { title: 'a' })
    expect(isReplay(again)).toBe(true)
    expect(lasting(again)).toEqual(lasting(first))
    expect((await post(`${PROJECTS}/${id}/tasks`, newKey(), { title: 'a' })).status).toBe(201)
  })

  test('can be 404 and 412', async () => {
    const key = newKey()
    for (const replayed of [false, true]) {
      const response = await post(`${PROJECTS}/${ABSENT_ID}/tasks`, key, { title: 'a' })
      expect([response.status, isReplay(response)]).toEqual([404, replayed])
    }
    const { id } = await makeProject(api)
    for (const replayed of [false, true]) {
      const archive = await post(`${PROJECTS}/${id}/archive`, key, undefined, { 'If-Match': '"old"' })
      expect([archive.status, isReplay(archive)]).toEqual([412, replayed])
      expect(archive.headers.get('etag')).toBe('"1-1"')
    }
  })

  test('is not a response to a request that was rejected before the operation ran', async () => {
    const key = newKey()
    expect((await post(PROJECTS, key, { name: '' })).status).toBe(400)
    expect((await post(PROJECTS, key, { name: 'a' }, { Accept: 'text/html' })).status).toBe(406)
    expect((await post(PROJECTS, key, { name: 'a' })).status).toBe(201)
  })

  test('is not a 400 of the operation, which rejects a read-only member with another value', async () => {
    const path = `${PROJECTS}/${(await makeProject(api)).id}`
    const headers = { 'Idempotency-Key': newKey() }
    for (const body of [{ id: ABSENT_ID }, { createdAt: '2020-01-01T00:00:00Z' }]) {
      const rejected = await api.send('PATCH', path, { body, headers })
      expect([rejected.status, isReplay(rejected)]).toEqual([400, false])
    }
    expect((await api.send('PATCH', path, { body: { name: 'b' }, headers })).status).toBe(200)
  })

  test('is stored for a day', async () => {
    const key = randomUUID()
    await post(PROJECTS, key, { name: 'a' })
    const { rows } = await admin.query<{ fits: boolean }>(
      `select expires_at between now() + interval '23:50' and now() + interval '24:00:01' as fits
      from idempotency_keys where key = $1`,
      [key],
    )
    expect(rows).toEqual([{ fits: true }])
  })
})

describe('an expired key', () => {
  const expire = (key: string) =>
    admin.query(`update idempotency_keys set expires_at = now() - interval '1 second' where key = $1`, [key])
  const isKept = async (key: string) =>
    (await admin.query('select from idempotency_keys where key = $1', [key])).rowCount === 1

  test('can be used again, also with another body', async () => {
    const tasks = await newTasks()
    const key = randomUUID()
    await post(tasks, key, { title: 'a' })
    await expire(key)
    const second = await post(tasks, key, { title: 'b' })
    expect([second.status, isReplay(second)]).toEqual([201, false])
    expect(lasting(await post(tasks, key, { title: 'b' }))).toEqual(lasting(second))
    expect(await countOf(tasks)).toBe(2)
  })

  test('is deleted in batches; keys that are not expired stay', async () => {
    const keys = [randomUUID(), randomUUID(), randomUUID()]
    for (const key of keys) await post(PROJECTS, key, { name: 'a' })
    for (const key of keys.slice(1)) await expire(key)
    expect(await deleteExpiredKeys(api.store, 1)).toBe(1)
    expect(await deleteExpiredKeys(api.store, 10)).toBe(1)
    expect(await deleteExpiredKeys(api.store, 10)).toBe(0)
    expect(await Promise.all(keys.map(isKept))).toEqual([true, false, false])
  })

  test('is deleted by the periodic cleanup until that is stopped', async () => {
    const failures: unknown[] = []
    const stop = startExpiredKeyCleanup(api.store, (error) => failures.push(error), 1)
    for (let round = 0; round < 3; round++) {
      const key = randomUUID()
      await post(PROJECTS, key, { name: 'a' })
      await expire(key)
      await until(async () => !(await isKept(key)))
    }
    await stop()
    expect(failures).toEqual([])
  })
})

test('two callers with the same key get separate responses', async () => {
  const callers = [createApiKey('a', 'read+write'), createApiKey('b', 'read+write')]
  const server = await startApi({ settings: { API_KEYS: callers.map(({ entry }) => entry).join(',') } })
  const key = newKey()
  const answers: TestResponse<Project>[] = []
  for (const caller of [...callers, ...callers]) {
    const headers = { Authorization: `Bearer ${caller.key}`, 'Idempotency-Key': key }
    answers.push(await server.send<Project>('POST', PROJECTS, { body: { name: 'a' }, headers }))
  }
  await server.stop()
  expect(answers.map(isReplay)).toEqual([false, false, true, true])
  const [first, second, ...again] = answers.map(({ body }) => body.id)
  expect(second).not.toBe(first)
  expect(again).toEqual([first, second])
})
