import { type Project, startApi, type Task, type TestApi } from '../support/requests/api.ts'
import type { TestResponse } from '../support/requests/client.ts'
import { ABSENT_ID, makeProject, makeTask } from '../support/requests/make.ts'

interface Conflict {
  detail: string
  from: string
  to: string
}

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

function command(id: string, name: 'archive' | 'reactivate'): Promise<TestResponse<Project>> {
  return api.send('POST', `/api/v1/projects/${id}/${name}`)
}

function setStatus<Body = Task>(id: string, status: string): Promise<TestResponse<Body>> {
  return api.send('PATCH', `/api/v1/tasks/${id}/status`, { body: { status } })
}

describe('project status', () => {
  test('POST archive on an ACTIVE project responds with the ARCHIVED project', async () => {
    const { id } = await makeProject(api)
    expect(await command(id, 'archive')).toMatchObject({ status: 200, body: { id, status: 'ARCHIVED' } })
    const { body } = await api.send<Project>('GET', `/api/v1/projects/${id}`)
    expect(body.status).toBe('ARCHIVED')
  })

  test('POST archive on an ARCHIVED project changes nothing', async () => {
    const archived = await makeProject(api, { archived: true })
    expect(await command(archived.id, 'archive')).toMatchObject({ status: 200, body: archived })
  })

  test('POST reactivate on an ARCHIVED project responds with the ACTIVE project', async () => {
    const { id } = await makeProject(api, { archived: true })
    expect(await command(id, 'reactivate')).toMatchObject({ status: 200, body: { id, status: 'ACTIVE' } })
  })

  test('POST reactivate on an ACTIVE project changes nothing', async () => {
    const project = await makeProject(api)
    expect(await command(project.id, 'reactivate')).toMatchObject({ status: 200, body: project })
  })

  test.each(['archive', 'reactivate'] as const)(
    'POST %s on a project that does not exist responds with 404',
    async (name) => {
      expect((await command(ABSENT_ID, name)).status).toBe(404)
    },
  )
})

describe('task status', () => {
  test('a new task is TODO', async () => {
    const { id } = await makeProject(api)
    expect((await makeTask(api, id)).status).toBe('TODO')
  })

  test.each([
    ['TODO', 'IN_PROGRESS'],
    ['TODO', 'DONE'],
    ['IN_PROGRESS', 'TODO'],
    ['IN_PROGRESS', 'DONE'],
  ] as const)('PATCH status moves a task from %s to %s', async (from, to) => {
    const { id } = await makeProject(api)
    const task = await makeTask(api, id, { status: from })
    expect(await setStatus(task.id, to)).toMatchObject({ status: 200, body: { id: task.id, status: to } })
  })

  test.each(['TODO', 'IN_PROGRESS', 'DONE'] as const)(
    'PATCH status with the current status %s changes nothing',
    async (status) => {
      const { id } = await makeProject(api)
      const task = await makeTask(api, id, { status })
      expect(await setStatus(task.id, status)).toMatchObject({ status: 200, body: task })
    },
  )

  test.each(['IN_PROGRESS', 'TODO'] as const)(
    'PATCH status from DONE to %s responds with 409 with from and to, and the task stays DONE',
    async (to) => {
      const { id } = await makeProject(api)
      const task = await makeTask(api, id, { status: 'DONE' })
      const rejected = await setStatus<Conflict>(task.id, to)
      expect(rejected.status).toBe(409)
      expect(rejected.body).toMatchObject({
        from: 'DONE',
        to,
        detail: `A task cannot move from DONE to ${to}`,
      })
      expect((await api.send('GET', `/api/v1/tasks/${task.id}`)).body).toEqual(task)
    },
  )

  test('a DONE task can be replaced and deleted; PUT keeps its status', async () => {
    const { id } = await makeProject(api)
    const task = await makeTask(api, id, { status: 'DONE' })
    const path = `/api/v1/tasks/${task.id}`
    const replaced = await api.send<Task>('PUT', path, { body: { title: 'New' } })
    expect(replaced.body).toMatchObject({ title: 'New', status: 'DONE' })
    expect((await api.send('DELETE', path)).status).toBe(204)
  })
})

describe('ARCHIVED project', () => {
  let project: Project
  let task: Task
  beforeAll(async () => {
    const { id } = await makeProject(api, { description: 'Kept' })
    task = await makeTask(api, id, { description: 'Kept' })
    project = (await command(id, 'archive')).body
  })

  const writes: [string, () => Promise<TestResponse<Conflict>>][] = [
    ['PUT on it', () => api.send('PUT', `/api/v1/projects/${project.id}`, { body: { name: 'New' } })],
    [
      'a new task',
      () => api.send('POST', `/api/v1/projects/${project.id}/tasks`, { body: { title: 'New' } }),
    ],
    ['PUT on its task', () => api.send('PUT', `/api/v1/tasks/${task.id}`, { body: { title: 'New' } })],
    ['DELETE of its task', () => api.send('DELETE', `/api/v1/tasks/${task.id}`)],
  ]

  test.each(writes)('%s responds with 409 with from and to, and changes nothing', async (_name, write) => {
    const { status, body } = await write()
    expect(status).toBe(409)
    expect(body).toMatchObject({
      title: 'Domain rule violation',
      detail: `Project ${project.id} is ARCHIVED and read-only; reactivate it first`,
      from: 'ARCHIVED',
      to: 'ARCHIVED',
    })
    expect((await api.send('GET', `/api/v1/projects/${project.id}`)).body).toEqual(project)
    expect((await api.send('GET', `/api/v1/projects/${project.id}/tasks`)).body).toMatchObject({
      content: [task],
      totalElements: 1,
    })
  })

  test.each([
    ['TODO', 'DONE'],
    ['TODO', 'TODO'],
    ['DONE', 'IN_PROGRESS'],
    ['DONE', 'DONE'],
  ] as const)(
    'PATCH status of a task from %s to %s responds with 409 with these as from and to',
    async (from, to) => {
      const { id } = await makeProject(api)
      const { id: taskId } = await makeTask(api, id, { status: from })
      const kept = (await command(id, 'archive')).body
      const rejected = await setStatus<Conflict>(taskId, to)
      const detail =
        from === 'DONE' && to !== 'DONE'
          ? `A task cannot move from ${from} to ${to}`
          : `Project ${id} is ARCHIVED and read-only; reactivate it first`
      expect(rejected).toMatchObject({ status: 409, body: { from, to, detail } })
      expect((await api.send('GET', `/api/v1/projects/${id}`)).body).toEqual(kept)
      expect((await api.send('GET', `/api/v1/tasks/${taskId}`)).body).toMatchObject({ status: from })
    },
  )

  test('writes succeed again after POST reactivate', async () => {
    const { id } = await makeProject(api, { archived: true })
    await command(id, 'reactivate')
    expect((await api.send('POST', `/api/v1/projects/${id}/tasks`, { body: { title: 'New' } })).status).toBe(
      201,
    )
  })

  test('DELETE deletes the project and its tasks', async () => {
    const { id } = await makeProject(api)
    const gone = await makeTask(api, id)
    await command(id, 'archive')
    expect((await api.send('DELETE', `/api/v1/projects/${id}`)).status).toBe(204)
    expect((await api.send('GET', `/api/v1/tasks/${gone.id}`)).status).toBe(404)
  })
})
