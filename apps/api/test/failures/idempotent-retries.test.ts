import { randomUUID } from 'node:crypto'

import { repetitions } from '@workbench/test-support/repetitions'
import type { Page, Project, Task } from '../support/requests/api.ts'
import type { TestClient, TestResponse } from '../support/requests/client.ts'
import { lockProject } from '../support/database/lock.ts'
import { end, type ServerProcess } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'
import { until } from '../support/until.ts'

const PROJECTS = '/api/v1/projects'
const CLIENTS = 20
const ROUNDS = repetitions(8)

const programs = usePrograms()

/** With the same database. */
let servers: [ServerProcess, ServerProcess]
const clientOf = (server: number): TestClient => servers[server % 2] ?? servers[0]

beforeAll(async () => {
  servers = await Promise.all([programs.start(), programs.start()])
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
  const lock = await lockProject(programs.databaseUrl, tasks.split('/')[4] ?? '')
  const interrupted = post(clientOf(0), tasks, key, { title: 'a' }).catch(() => 'lost')
  await lock.untilWaiting()
  await end(servers[0], 'SIGKILL')
  const early = await post(clientOf(1), tasks, key, { title: 'a' })
  await lock.release()
  servers[0] = await programs.start()

  expect(await interrupted).toBe('lost')
  expect(early.status).toBe(409)
  await until(async () => (await post(clientOf(1), tasks, key, { title: 'a' })).status === 201)
  expect(await all(tasks)).toHaveLength(1)
})
