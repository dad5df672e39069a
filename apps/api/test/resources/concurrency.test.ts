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

test('every write to a task concurrent with POST archive: the task has the state of the last successful response', async () => {
  await repeat(async (number) => {
    const project = await makeProject(api)
    const task = await makeTask(api, project.id)
    const path = `/api/v1/tasks/${task.id}`
    const [archived, ...written] = await race<TestResponse<Task | Project>>(number, [
      () => api.send<Project>('POST', `/api/v1/projects/${project.id}/archive`),
      () => api.send<Task>('PUT', path, { body: { title: 'New' } }),
      () => api.send<Task>('PATCH', `${path}/status`, { body: { status: 'IN_PROGRESS' } }),
    ])
    expect(archived?.status).toBe(200)
    const { body: left } = await api.send<Task>('GET', path)
    const [put, patched] = written
    expect(left.title).toBe(put?.status === 200 ? 'New' : 'A task')
    expect(left.status).toBe(patched?.status === 200 ? 'IN_PROGRESS' : 'TODO')
    for (const answer of written) expect([200, 409]).toContain(answer.status)
    expect(left.updatedAt <= String(archived?.body.updatedAt)).toBe(true)
  })
})

test('PUT project concurrent with POST archive: the archived project has the name of a successful PUT', async () => {
  await repeat(async (number) => {
    const project = await makeProject(api)
    const path = `/api/v1/projects/${project.id}`
    const [archived, put] = await race(number, [
      () => api.send<Project>('POST', `${path}/archive`),
      () => api.send<Project>('PUT', path, { body: { name: 'New' } }),
    ])
    expect(archived?.status).toBe(200)
    const { body } = await api.send<Project>('GET', path)
    expect(body).toMatchObject({ status: 'ARCHIVED', name: put?.status === 200 ? 'New' : 'A project' })
  })
})

test('two concurrent PATCH status: none changes a task that is DONE', async () => {
  const seen = new Set<number>()
  await repeat(async (number) => {
    const task = await makeTask(api, (await makeProject(api)).id)
    const path = `/api/v1/tasks/${task.id}/status`
    const change = (status: string) => () => api.send<Task>('PATCH', path, { body: { status } })
    const [done, started] = await race(number, [change('DONE'), change('IN_PROGRESS')])
    expect(done?.status).toBe(200)
    seen.add(started?.status ?? 0)
    const { body } = await api.send<Task>('GET', `/api/v1/tasks/${task.id}`)
    expect(body.status).toBe('DONE')
  }, seen)
  expect(seen).toEqual(new Set([200, 409]))
})

test('PUT task concurrent with DELETE task succeeds before the deletion, or responds with 404', async () => {
  const seen = new Set<number>()
  await repeat(async (number) => {
    const task = await makeTask(api, (await makeProject(api)).id)
    const path = `/api/v1/tasks/${task.id}`
    const [deleted, put, patched] = await race(number, [
      () => api.send('DELETE', path),
      () => api.send('PUT', path, { body: { title: 'New' } }),
      () => api.send('PATCH', `${path}/status`, { body: { status: 'DONE' } }),
    ])
    expect(deleted?.status).toBe(204)
    for (const answer of [put, patched]) {
      expect([200, 404]).toContain(answer?.status)
      seen.add(answer?.status ?? 0)
    }
    expect((await api.send('GET', path)).status).toBe(404)
  }, seen)
  expect(seen).toEqual(new Set([200, 404]))
})

test('of two concurrent DELETE of a task, one responds with 204, the other with 404', async () => {
  await repeat(async (number) => {
    const task = await makeTask(api, (await makeProject(api)).id)
    const remove = () => api.send('DELETE', `/api/v1/tasks/${task.id}`)
    const answers = await race(number, [remove, remove])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
  })
})

test('DELETE project concurrent with every write in it leaves no task, and no request fails with 500', async () => {
  await repeat(async (number) => {
    const project = await makeProject(api)
    const task = await makeTask(api, project.id)
    const path = `/api/v1/projects/${project.id}`
    const answers = await race(number, [
      () => api.send('DELETE', path),
      () => api.send('POST', `${path}/tasks`, { body: { title: 'New' } }),
      () => api.send('PUT', `/api/v1/tasks/${task.id}`, { body: { title: 'New' } }),
      () => api.send('PATCH', `/api/v1/tasks/${task.id}/status`, { body: { status: 'DONE' } }),
      () => api.send('DELETE', `/api/v1/tasks/${task.id}`),
    ])
    expect(answers[0]?.status).toBe(204)
    for (const { status } of answers) expect([200, 201, 204, 404]).toContain(status)
    const left = await api.db.selectFrom('tasks').where('project_id', '=', project.id).select('id').execute()
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
