import { type Project, type Task, useApi } from '../support/requests/api.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'
import { sendWrite, WRITES } from '../support/requests/writes.ts'

const api = useApi()

const command = (id: string, name: string) => api.send<Project>('POST', `/api/v1/projects/${id}/${name}`)

const setStatus = (id: string, status: string) =>
  api.send<Task>('PATCH', `/api/v1/tasks/${id}/status`, { body: { status } })

describe('project status', () => {
  test.each([
    ['ACTIVE', 'archive', 'ARCHIVED'],
    ['ARCHIVED', 'archive', 'ARCHIVED'],
    ['ARCHIVED', 'reactivate', 'ACTIVE'],
    ['ACTIVE', 'reactivate', 'ACTIVE'],
  ])(
    '%s, POST %s: %s; the response is the project, unchanged if it had the status',
    async (from, name, to) => {
      const project = await makeProject(api, { archived: from === 'ARCHIVED' })
      const { status, body } = await command(project.id, name)
      const updatedAt = from === to ? project.updatedAt : body.updatedAt
      expect([status, body]).toEqual([200, { ...project, status: to, updatedAt }])
      expect((await api.send('GET', `/api/v1/projects/${project.id}`)).body).toEqual(body)
    },
  )
})

describe('task status', () => {
  test.each([
    ['TODO', 'TODO'],
    ['TODO', 'IN_PROGRESS'],
    ['TODO', 'DONE'],
    ['IN_PROGRESS', 'TODO'],
    ['IN_PROGRESS', 'IN_PROGRESS'],
    ['IN_PROGRESS', 'DONE'],
    ['DONE', 'DONE'],
  ] as const)('PATCH status from %s to %s is allowed; the same status changes nothing', async (from, to) => {
    const task = await makeTask(api, (await makeProject(api)).id, { status: from })
    const { status, body } = await setStatus(task.id, to)
    const updatedAt = from === to ? task.updatedAt : body.updatedAt
    expect([status, body]).toEqual([200, { ...task, status: to, updatedAt }])
  })

  test.each(['IN_PROGRESS', 'TODO'])(
    'PATCH status from DONE to %s is rejected with 409 with from and to, and the task stays DONE',
    async (to) => {
      const task = await makeTask(api, (await makeProject(api)).id, { status: 'DONE' })
      for (const suffix of ['/status', '']) {
        const path = `/api/v1/tasks/${task.id}${suffix}`
        const { status, body } = await api.send('PATCH', path, { body: { status: to } })
        const detail = `A task cannot move from DONE to ${to}`
        expect([status, body]).toMatchObject([409, { from: 'DONE', to, detail }])
      }
      expect((await api.send('GET', `/api/v1/tasks/${task.id}`)).body).toEqual(task)
    },
  )

  test('a DONE task can be replaced and deleted; PUT keeps its status', async () => {
    const task = await makeTask(api, (await makeProject(api)).id, { status: 'DONE' })
    const path = `/api/v1/tasks/${task.id}`
    const replaced = await api.send('PUT', path, { body: { title: 'New' } })
    expect(replaced.body).toMatchObject({ title: 'New', status: 'DONE' })
    expect((await api.send('DELETE', path)).status).toBe(204)
  })
})

describe('an ARCHIVED project', () => {
  const ALLOWED = ['createProject', 'archiveProject', 'reactivateProject', 'deleteProject']
  const refused = WRITES.filter(({ operation }) => !ALLOWED.includes(operation))

  test.each(refused)(
    '$method $path is rejected with 409 with from and to, and changes nothing',
    async (write) => {
      const { id } = await makeProject(api)
      const task = await makeTask(api, id)
      const project = (await command(id, 'archive')).body
      const { status, body } = await sendWrite(api, write, { project: id, task: task.id })
      const states = write.operation === 'updateTaskStatus' ? ['TODO', 'DONE'] : ['ARCHIVED', 'ARCHIVED']
      expect(status).toBe(409)
      expect(body).toMatchObject({
        ...{ title: 'Domain rule violation', from: states[0], to: states[1] },
        detail: `Project ${id} is ARCHIVED and read-only; reactivate it first`,
      })
      expect((await api.send('GET', `/api/v1/projects/${id}`)).body).toEqual(project)
      const { body: tasks } = await api.send('GET', `/api/v1/projects/${id}/tasks`)
      expect(tasks).toMatchObject({ content: [task], totalElements: 1 })
    },
  )

  test('PATCH status of a DONE task to IN_PROGRESS names the transition, which is refused in any project', async () => {
    const { id } = await makeProject(api)
    const task = await makeTask(api, id, { status: 'DONE' })
    await command(id, 'archive')
    const { problem } = await setStatus(task.id, 'IN_PROGRESS')
    expect(problem.detail).toBe('A task cannot move from DONE to IN_PROGRESS')
    const unchanged = await setStatus(task.id, 'DONE')
    expect([unchanged.status, unchanged.problem]).toMatchObject([409, { from: 'DONE', to: 'DONE' }])
  })

  test('writes succeed again after POST reactivate', async () => {
    const { id } = await makeProject(api, { archived: true })
    await command(id, 'reactivate')
    expect((await makeTask(api, id)).projectId).toBe(id)
  })

  test('DELETE deletes the project and its tasks', async () => {
    const { id } = await makeProject(api)
    const task = await makeTask(api, id)
    await command(id, 'archive')
    expect((await api.send('DELETE', `/api/v1/projects/${id}`)).status).toBe(204)
    expect((await api.send('GET', `/api/v1/tasks/${task.id}`)).status).toBe(404)
  })
})
