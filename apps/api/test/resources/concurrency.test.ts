import { repetitions } from '@workbench/test-support/repetitions'
import { type Page, type Project, type Task, useApi } from '../support/requests/api.ts'
import type { TestResponse } from '../support/requests/client.ts'
import { holdLock } from '../support/database/lock.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'
import { sendWrite, WRITES } from '../support/requests/writes.ts'

const ROUNDS = repetitions(20, 200)

const api = useApi()

/** Runs a round many times, several rounds in parallel, and more times as long as `seen` has one outcome only. */
async function repeat(round: (number: number) => Promise<void>, seen?: ReadonlySet<number>): Promise<void> {
  const isEnough = () => seen === undefined || seen.size > 1
  for (let start = 0; start < ROUNDS || (!isEnough() && start < 10 * ROUNDS); start += 5) {
    await Promise.all(Array.from({ length: 5 }, (_, i) => round(start + i)))
  }
}

/** Sends requests in an order that changes from round to round. */
async function race<T>(number: number, requests: (() => Promise<T>)[]): Promise<T[]> {
  const order = requests.map((_, i) => (i + number) % requests.length)
  const answers = new Array<T>(requests.length)
  await Promise.all(
    order.map(async (i) => {
      const request = requests[i]
      if (request) answers[i] = await request()
    }),
  )
  return answers
}

test('POST task concurrent with POST archive: the task is created before the project is archived, or rejected', async () => {
  const seen = new Set<number>()
  await repeat(async (number) => {
    const project = await makeProject(api)
    const path = `/api/v1/projects/${project.id}`
    const create = () => api.send<Task>('POST', `${path}/tasks`, { body: { title: 'a' } })
    const archive = () => api.send<Project>('POST', `${path}/archive`)
    const [first, archived, second] = await race<TestResponse<Task | Project>>(number, [
      create,
      archive,
      create,
    ])
    expect(archived?.status).toBe(200)
    let created = 0
    for (const answer of [first, second]) {
      seen.add(answer?.status ?? 0)
      if (answer?.status !== 201) continue
      created++
      expect((answer.body as Task).createdAt <= String(archived?.body.updatedAt)).toBe(true)
    }
    const { body } = await api.send<Page<Task>>('GET', `${path}/tasks`)
    expect(body.totalElements).toBe(created)
  }, seen)
  // Both orders must have occurred for the test to be meaningful.
  expect(seen).toEqual(new Set([201, 409]))
})

/** Requests for one task at the same time: the status of the first, those of the others, and the task afterwards. */
test.each([
  [
    'PATCH status to DONE and to IN_PROGRESS: none changes a task that is DONE',
    ['DONE', 'START'],
    200,
    [200, 409],
    'DONE',
  ],
  [
    'DELETE, PUT and PATCH: these succeed before the deletion',
    ['DELETE', 'PUT', 'DONE'],
    204,
    [200, 404],
    undefined,
  ],
  ['two DELETE: one responds with 204', ['DELETE', 'DELETE'], undefined, [204, 404], undefined],
])('concurrent %s', async (_name, names, first, statuses, left) => {
  const seen = new Set<number>()
  await repeat(async (number) => {
    const path = `/api/v1/tasks/${(await makeTask(api, (await makeProject(api)).id)).id}`
    const setStatus = (status: string) => () => api.send('PATCH', `${path}/status`, { body: { status } })
    const requests: Record<string, () => Promise<TestResponse>> = {
      DONE: setStatus('DONE'),
      START: setStatus('IN_PROGRESS'),
      PUT: () => api.send('PUT', path, { body: { title: 'New' } }),
      DELETE: () => api.send('DELETE', path),
    }
    const answers = await race(
      number,
      names.map((name) => requests[name] ?? setStatus(name)),
    )
    const received = answers.map(({ status }) => status)
    const [fixed, others] =
      first === undefined ? [received.sort(), received] : [received[0], received.slice(1)]
    expect(fixed).toEqual(first ?? statuses)
    for (const status of others) seen.add(status)
    const { status, body } = await api.send<Task>('GET', path)
    expect([status, body.status]).toMatchObject(left === undefined ? [404, 404] : [200, left])
  }, seen)
  // Both orders must have occurred for the test to be meaningful.
  expect(seen).toEqual(new Set(statuses))
})

test('DELETE project concurrent with every write in it leaves no task, and no request fails with 500', async () => {
  const names = ['deleteProject', 'createTask', 'updateTask', 'updateTaskStatus', 'deleteTask']
  const writes = names.flatMap((name) => WRITES.filter(({ operation }) => operation === name))
  await repeat(async (number) => {
    const project = (await makeProject(api)).id
    const task = (await makeTask(api, project)).id
    const answers = await race(
      number,
      writes.map((write) => () => sendWrite(api, write, { project, task })),
    )
    expect(answers[0]?.status).toBe(204)
    for (const { status } of answers) expect([200, 201, 204, 404]).toContain(status)
    const left = await api.db.selectFrom('tasks').where('project_id', '=', project).select('id').execute()
    expect(left).toEqual([])
  })
})

const WAITING = ['createTask', 'updateTask', 'updateTaskStatus', 'updateProject', 'archiveProject']

test.each(WRITES.filter(({ operation }) => WAITING.includes(operation)))(
  '$method $path waits for a write to the project, and has a later time',
  async (write) => {
    const project = (await makeProject(api)).id
    const task = (await makeTask(api, project)).id
    const lock = await holdLock(api.databaseUrl, 'select from projects where id = $1 for no key update', [
      project,
    ])
    const waiting = sendWrite<Project | Task>(api, write, { project, task })
    await lock.untilWaiting()
    const update = 'update projects set updated_at = clock_timestamp() where id = $1 returning updated_at'
    const { rows } = (await lock.query(update, [project])) as { rows: { updated_at: Date }[] }
    await lock.release()
    const { status, body } = await waiting
    expect(status).toBeLessThan(300)
    expect(body.updatedAt >= (rows[0]?.updated_at.toISOString() ?? '')).toBe(true)
  },
)

test('POST archive waits for a write to a task, and has a later time', async () => {
  const { id } = await makeProject(api)
  const lock = await holdLock(api.databaseUrl, 'select from projects where id = $1 for share', [id])
  const waiting = api.send<Project>('POST', `/api/v1/projects/${id}/archive`)
  await lock.untilWaiting()
  const { createdAt } = await makeTask(api, id)
  await lock.release()
  const { status, body } = await waiting
  expect([status, body.updatedAt >= createdAt]).toEqual([200, true])
})
