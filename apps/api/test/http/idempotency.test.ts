import { randomUUID } from 'node:crypto'

import { createApiKey } from '../../src/auth/api-keys.ts'
import { deleteExpiredKeys } from '../../src/db/idempotency/idempotency-keys.ts'
import { startExpiredKeyCleanup } from '../../src/db/idempotency/idempotency-keys.ts'

import { type Page, startApi, type Task, useApi } from '../support/requests/api.ts'
import type { TestResponse } from '../support/requests/client.ts'
import { lockProject } from '../support/database/lock.ts'
import { queryOn } from '../support/database/query-on.ts'
import { ABSENT_ID, makeProject, makeTask } from '../support/requests/make.ts'
import { open } from '../support/requests/raw-http.ts'
import { sendWrite, WRITES } from '../support/requests/writes.ts'
import { until } from '../support/until.ts'

const PROJECTS = '/api/v1/projects'

const api = useApi()

const newKey = (): string => `"${randomUUID()}"`

const post = (path: string, key: string, body?: object, headers: Record<string, string> = {}) =>
  api.send<Task>('POST', path, { body, headers: { 'Idempotency-Key': key, ...headers } })

/** Creates a project and returns the path of its tasks. */
const newTasks = async (): Promise<string> => `${PROJECTS}/${(await makeProject(api)).id}/tasks`

const countOf = async (path: string) => (await api.send<Page<unknown>>('GET', path)).body.totalElements

const isReplay = ({ headers }: TestResponse): boolean => headers.get('idempotent-replayed') === 'true'

/** The part of a response that a repetition must return unchanged. */
function lasting({ status, headers, text }: TestResponse) {
  const own = new Set(['date', 'x-request-id', 'idempotent-replayed'])
  return { status, text, headers: [...headers].filter(([name]) => !own.has(name)).sort() }
}

/** Sends a request that waits within its transaction until the lock is released. */
async function startHeld(path: string, key: string, body: object) {
  const lock = await lockProject(api.databaseUrl, path.split('/')[4] ?? '')
  const answer = post(path, key, body)
  await lock.untilWaiting()
  return { answer, lock }
}

describe('a request with an Idempotency-Key', () => {
  test.each(WRITES.filter(({ method, operation }) => method === 'POST' || operation.startsWith('patch')))(
    '$operation: a repetition returns the first response, byte for byte, also after a later change',
    async (write) => {
      const { id } = await makeProject(api)
      const ids = { project: id, task: (await makeTask(api, id)).id }
      const headers = { 'Idempotency-Key': newKey() }
      const first = await sendWrite(api, write, ids, headers)
      expect([[200, 201].includes(first.status), isReplay(first)]).toEqual([true, false])
      await api.send('DELETE', `${PROJECTS}/${id}`)
      for (let i = 0; i < 2; i++) {
        const again = await sendWrite(api, write, ids, headers)
        expect(isReplay(again)).toBe(true)
        expect(lasting(again)).toEqual(lasting(first))
      }
    },
  )

  test('creates one task per key, however often it is repeated and however the key is written', async () => {
    const tasks = await newTasks()
    const key = randomUUID()
    for (const text of [key, `"${key}"`, key]) await post(tasks, text, { title: 'a' })
    expect(await countOf(tasks)).toBe(1)
    const odd = String.raw`"\"\\ ,;a"`
    await post(tasks, odd, { title: 'b' })
    expect(isReplay(await post(tasks, odd, { title: 'b' }))).toBe(true)
    expect(await countOf(tasks)).toBe(2)
  })

  test('is repeated by a request with the id in upper case, but not by one with another If-Match', async () => {
    const { id } = await makeProject(api)
    const key = newKey()
    const path = `${PROJECTS}/${id}/archive`
    const old = await post(path, key, undefined, { 'If-Match': '"old"' })
    const other = await post(path, key)
    const upper = await post(path.replace(id, id.toUpperCase()), key, undefined, { 'If-Match': '"old"' })
    expect([old.status, other.status, upper.status, isReplay(upper)]).toEqual([412, 422, 412, true])
  })

  test('does not share its key with another operation', async () => {
    const key = newKey()
    const { body } = await post(PROJECTS, key, { name: 'a' })
    expect((await post(`${PROJECTS}/${body.id}/tasks`, key, { title: 'a' })).status).toBe(201)
  })

  test.each(['', '""', '"a', 'a b', '"a", "b"', '"a\\b"', 'ü', `"${'x'.repeat(256)}"`])(
    'is rejected with 400 for the key %j',
    async (key) => {
      const { status, problem } = await post(PROJECTS, key, { name: 'a' })
      expect([status, problem.errors]).toMatchObject([400, [{ field: 'Idempotency-Key' }]])
    },
  )
})

describe('while the first request runs', () => {
  test('a second request with its key gets 409, and the response afterwards; other keys are not blocked', async () => {
    const tasks = await newTasks()
    const key = newKey()
    const { answer, lock } = await startHeld(tasks, key, { title: 'a' })
    const early = await post(tasks, key, { title: 'a' })
    const other = await post(PROJECTS, newKey(), { name: 'a' })
    await lock.release()
    expect(early).toMatchObject({ status: 409, body: { title: 'Idempotency key in use' } })
    expect(early.headers.get('retry-after')).toBe('1')
    expect(other.status).toBe(201)
    const first = await answer
    expect(first.status).toBe(201)
    expect(lasting(await post(tasks, key, { title: 'a' }))).toEqual(lasting(first))
    expect(await countOf(tasks)).toBe(1)
  })

  test.each(['pg_terminate_backend', 'pg_cancel_backend'])(
    'it gets 503 if %s ends it, nothing is written or stored, and a retry succeeds',
    async (ending) => {
      const tasks = await newTasks()
      const key = newKey()
      const { answer, lock } = await startHeld(tasks, key, { title: 'a' })
      for (const pid of await lock.waiting()) await queryOn(api.databaseUrl, `select ${ending}($1)`, [pid])
      expect((await answer).status).toBe(503)
      await lock.release()
      expect(await countOf(tasks)).toBe(0)
      const retried = await post(tasks, key, { title: 'a' })
      expect([retried.status, isReplay(retried), await countOf(tasks)]).toEqual([201, false, 1])
    },
  )

  test('its client disconnects, and a retry gets the response', async () => {
    const tasks = await newTasks()
    for (let round = 0; round < 20; round++) {
      const [key, body] = [newKey(), { title: `${round}` }]
      const text = JSON.stringify(body)
      const head = `POST ${tasks} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n`
      const socket = await open(api.origin)
      socket.on('error', () => undefined)
      socket.write(`${head}Idempotency-Key: ${key}\r\n\r\n${text}`, () => socket.destroy())
      await until(async () => (await post(tasks, key, body)).status === 201)
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
    expect([isReplay(again), lasting(again)]).toEqual([true, lasting(first)])
    expect((await post(`${PROJECTS}/${id}/tasks`, newKey(), { title: 'a' })).status).toBe(201)
  })

  test('can be 404 and 412', async () => {
    const key = newKey()
    const { id } = await makeProject(api)
    for (const replayed of [false, true]) {
      const response = await post(`${PROJECTS}/${ABSENT_ID}/tasks`, key, { title: 'a' })
      expect([response.status, isReplay(response)]).toEqual([404, replayed])
      const archive = await post(`${PROJECTS}/${id}/archive`, key, undefined, { 'If-Match': '"old"' })
      expect([archive.status, isReplay(archive), archive.headers.get('etag')]).toEqual([
        412,
        replayed,
        '"1-1"',
      ])
    }
  })

  test('is not a response to a request that was rejected before the operation ran, nor a 400 of the operation', async () => {
    const key = newKey()
    expect((await post(PROJECTS, key, { name: '' })).status).toBe(400)
    expect((await post(PROJECTS, key, { name: 'a' }, { Accept: 'text/html' })).status).toBe(406)
    const created = await post(PROJECTS, key, { name: 'a' })
    expect(created.status).toBe(201)
    const patch = (body: object) =>
      api.send('PATCH', `${PROJECTS}/${created.body.id}`, { body, headers: { 'Idempotency-Key': key } })
    expect((await patch({ id: ABSENT_ID })).status).toBe(400)
    expect((await patch({ name: 'b' })).status).toBe(200)
  })
})

describe('an expired key', () => {
  const expire = (key: string) =>
    queryOn(
      api.databaseUrl,
      `update idempotency_keys set expires_at = expires_at - interval '1 day' where key = $1
      and expires_at between now() + interval '23:50' and now() + interval '24:00:01'`,
      [key],
    )
  const isKept = async (key: string) =>
    (await queryOn(api.databaseUrl, 'select from idempotency_keys where key = $1', [key])).length === 1

  test('can be used again after a day, also with another body', async () => {
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
    for (const [limit, deleted] of [[1, 1] as const, [10, 1] as const, [10, 0] as const])
      expect(await deleteExpiredKeys(api.store, limit)).toBe(deleted)
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
  const answers: TestResponse<Task>[] = []
  for (const caller of [...callers, ...callers]) {
    const headers = { Authorization: `Bearer ${caller.key}`, 'Idempotency-Key': key }
    answers.push(await server.send<Task>('POST', PROJECTS, { body: { name: 'a' }, headers }))
  }
  expect(answers.map(isReplay)).toEqual([false, false, true, true])
  const [first, second, ...again] = answers.map(({ body }) => body.id)
  expect(second).not.toBe(first)
  expect(again).toEqual([first, second])
})
