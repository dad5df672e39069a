import { randomUUID } from 'node:crypto'

import pg from 'pg'

import { repetitions } from '@workbench/test-support/repetitions'
import type { Page, Project, Task } from '../support/requests/api.ts'
import { createClient, type TestClient, type TestResponse } from '../support/requests/client.ts'
import { createDatabase, type TestDatabase } from '../support/database/database.ts'
import { end, makeDirectory, type ServerProcess, startServer } from '../support/programs/process.ts'
import { until } from '../support/until.ts'

const PROJECTS = '/api/v1/projects'
const CLIENTS = 20
const ROUNDS = repetitions(8)

/** Two server processes with the same database. */
let directory: Awaited<ReturnType<typeof makeDirectory>>
let database: TestDatabase
let servers: ServerProcess[]

const start = () => startServer(directory.path, { DATABASE_URL: database.url })
const clientOf = (server: number): TestClient => createClient(servers[server % servers.length]?.origin ?? '')

beforeAll(async () => {
  directory = await makeDirectory()
  database = await createDatabase()
  servers = await Promise.all([start(), start()])
})
afterAll(async () => {
  await Promise.all(servers.map((server) => end(server)))
  await database.drop()
  await directory.remove()
})

const post = (client: TestClient, path: string, key: string, body: object) =>
  client.send<Task>('POST', path, { body, headers: { 'Idempotency-Key': key } })

async function newTasks(): Promise<string> {
  const { body } = await clientOf(0).send<Project>('POST', PROJECTS, { body: { name: 'a' } })
  return `${PROJECTS}/${body.id}/tasks`
}

async function all(tasks: string): Promise<Task[]> {
  const found: Task[] = []
  for (let page = 0, last = false; !last; page++) {
    const { body } = await clientOf(0).send<Page<Task>>('GET', `${tasks}?size=1000&sort=id&page=${page}`)
    found.push(...body.content)
    last = body.last
  }
  return found
}

const isReplay = ({ headers }: TestResponse): boolean => headers.has('idempotent-replayed')

test('20 concurrent requests with one Idempotency-Key to two servers create one task; the others respond with 409 or the same response', async () => {
  const seen = new Set<string>()
  // Every possible outcome must occur for the test to be meaningful.
  for (let round = 0; round < ROUNDS || (seen.size < 3 && round < 5 * ROUNDS); round++) {
    const tasks = await newTasks()
    const key = randomUUID()
    const responses = await Promise.all(
      Array.from({ length: CLIENTS }, (_, i) => post(clientOf(i), tasks, key, { title: 'a' })),
    )
    const created = responses.filter((answer) => answer.status === 201 && !isReplay(answer))
    expect(created).toHaveLength(1)
    for (const { status, text } of responses) {
      expect([201, 409]).toContain(status)
      expect(status === 201 ? text : created[0]?.text).toBe(created[0]?.text)
    }
    for (const answer of responses) seen.add(`${answer.status} ${isReplay(answer)}`)
    expect(await all(tasks)).toEqual([created[0]?.body])
    const again = await post(clientOf(round), tasks, key, { title: 'a' })
    expect(again.text).toBe(created[0]?.text)
    seen.add(`${again.status} ${isReplay(again)}`)
  }
  expect(seen).toEqual(new Set(['201 false', '201 true', '409 false']))
})

test('a request whose server is killed is rolled back, and a retry with the same key creates the task', async () => {
  const tasks = await newTasks()
  const key = randomUUID()
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  const isWaiting = async () => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await holder.query(waiting)).rowCount !== 0
  }
  await holder.query('begin')
  await holder.query('select from projects where id = $1 for update', [tasks.split('/')[4]])
  const [victim] = servers
  const interrupted = post(clientOf(0), tasks, key, { title: 'a' }).catch(() => 'lost')
  await until(isWaiting)
  if (victim) await end(victim, 'SIGKILL')
  const early = await post(clientOf(1), tasks, key, { title: 'a' })
  await holder.query('rollback')
  await holder.end()
  servers[0] = await start()

  expect(await interrupted).toBe('lost')
  expect(early.status).toBe(409)
  await until(async () => (await post(clientOf(1), tasks, key, { title: 'a' })).status === 201)
  expect(await all(tasks)).toHaveLength(1)
})
