import type { components } from '../../src/openapi/types.ts'
import { type Project, type Task, useApi } from '../support/requests/api.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'

type Changes = components['schemas']['ChangePage']

const api = useApi({ settings: { CHANGES_TTL: '600' } })

let project: Project
let task: Task
beforeEach(async () => {
  project = await makeProject(api, { name: 'Crane', description: 'Old' })
  const members = { description: 'Big', priority: 'HIGH', dueDate: '2026-04-30' } as const
  task = await makeTask(api, project.id, { title: 'Hoist', ...members })
})

const projectPath = (): string => `/api/v1/projects/${project.id}`
const taskPath = (): string => `/api/v1/tasks/${task.id}`
const patch = (body: unknown, headers: Record<string, string> = {}) =>
  api.send<Task>('PATCH', taskPath(), { body, headers })

describe('PATCH', () => {
  test.each<[object, Partial<Task>?]>([
    [{ title: 'New' }],
    [{ description: null }],
    [{ dueDate: '2027-01-01' }],
    [{ dueDate: null }],
    [{ priority: null }, { priority: 'MEDIUM' }],
    [{ status: 'IN_PROGRESS', title: '"\\\' 😀' }],
  ])('with %j changes these members of a task, and no other one', async (body, changed = body) => {
    const { status, body: after, headers } = await patch(body)
    expect([status, after]).toEqual([200, { ...task, ...changed, updatedAt: after.updatedAt }])
    expect(headers.get('etag')).not.toBe('"1-1"')
    expect((await api.send('GET', taskPath())).body).toEqual(after)
  })

  test.each([{ name: 'New' }, { description: null }])(
    'with %j changes a member of a project',
    async (body) => {
      const { body: after } = await api.send<Project>('PATCH', projectPath(), { body })
      expect(after).toEqual({ ...project, ...body, updatedAt: after.updatedAt })
    },
  )

  test.each([{}, { title: 'Hoist' }, { status: 'TODO', priority: 'HIGH', dueDate: '2026-04-30' }])(
    'with %j, which changes nothing, keeps the entity tag and updatedAt, and records no change',
    async (body) => {
      const { body: before } = await api.send<Changes>('GET', '/api/v1/changes')
      const response = await patch(body)
      expect([response.body, response.headers.get('etag')]).toEqual([task, '"1-1"'])
      await patch({ title: 'Marker' })
      const titles: (string | undefined)[] = []
      for (let after = before.cursor; !titles.includes('Marker');) {
        const { body: feed } = await api.send<Changes>('GET', `/api/v1/changes?after=${after}&wait=10`)
        after = feed.cursor
        const ofTask = feed.content.filter(({ type, id }) => type === 'updated' && id === task.id)
        titles.push(...ofTask.map((change) => change.task?.title))
      }
      expect(titles).toEqual(['Marker'])
    },
  )

  test('rejects null in a member that is required, and names it', async () => {
    for (const [path, body, field] of [
      [projectPath(), { name: null }, 'name'],
      [taskPath(), { title: null, dueDate: null }, 'title'],
      [taskPath(), { status: null }, 'status'],
    ] as const) {
      const { status, problem } = await api.send('PATCH', path, { body })
      expect([status, problem.errors.map((each) => each.field)]).toEqual([400, [field]])
    }
  })

  test('with an Idempotency-Key distinguishes null from an absent member', async () => {
    const key = { 'Idempotency-Key': `patch-${task.id}` }
    await patch({ dueDate: null }, key)
    expect((await patch({}, key)).status).toBe(422)
  })

  test('accepts both media types; a 415 and OPTIONS list them', async () => {
    const types = 'application/merge-patch+json, application/json'
    const sent = (type: string) => patch({ title: type }, { 'Content-Type': type })
    expect((await sent('application/merge-patch+json; charset=UTF-8')).status).toBe(200)
    expect((await sent('application/json')).status).toBe(200)
    const rejected = await sent('application/json-patch+json')
    expect([rejected.status, rejected.headers.get('accept-patch')]).toEqual([415, types])
    for (const path of [taskPath(), projectPath()])
      expect((await api.send('OPTIONS', path)).headers.get('accept-patch')).toBe(types)
  })

  test('of different members at the same time loses none', async () => {
    const patches = Array.from({ length: 12 }, (_, i) =>
      i % 2 ? { title: `T${i}` } : { description: `D${i}` },
    )
    await Promise.all(patches.map((body) => patch(body)))
    const { body } = await api.send<Task>('GET', taskPath())
    expect([body.title, body.description, body.priority].join()).toMatch(/^T\d+,D\d+,HIGH$/)
  })
})

describe.each(['PUT', 'PATCH'])('a response that is sent back by %s', (method) => {
  const send = (path: string, body: object) => api.send<Task>(method, path, { body })

  test('with another status is 400; PATCH of a task changes it', async () => {
    const { body } = await send(taskPath(), { ...task, status: 'DONE' })
    const errors = [{ field: 'status', message: 'must be TODO or absent; PATCH changes it' }]
    expect(body).toMatchObject(method === 'PATCH' ? { status: 'DONE' } : { status: 400, errors })
    const ofProject = await send(projectPath(), { ...project, status: 'ARCHIVED' })
    expect(ofProject.body).toMatchObject({ status: 400, errors: [{ field: 'status' }] })
  })

  test('by several clients at the same time is written by one of them', async () => {
    const requests = Array.from({ length: 8 }, (_, i) => send(taskPath(), { ...task, title: `T${i}` }))
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, ...Array<number>(7).fill(412)])
  })

  test('with only the status is accepted while others write', async () => {
    const requests = Array.from({ length: 8 }, (_, i) => send(taskPath(), { title: `T${i}`, status: 'TODO' }))
    expect(new Set((await Promise.all(requests)).map(({ status }) => status))).toEqual(new Set([200]))
  })
})

test('include=taskCounts adds the tasks by status; it can be sent back, and is never 304', async () => {
  for (const status of ['DONE', 'DONE'] as const) await makeTask(api, project.id, { status })
  const path = `${projectPath()}?include=taskCounts`
  const { body } = await api.send<Project>('GET', path)
  expect(body).toEqual({ ...project, taskCounts: { TODO: 1, IN_PROGRESS: 0, DONE: 2 } })
  const headers = { 'If-None-Match': '"1-1"' }
  expect((await api.send('GET', projectPath(), { headers })).status).toBe(304)
  expect((await api.send('GET', path, { headers })).status).toBe(200)
  expect((await api.send('GET', `${projectPath()}?include=tasks`)).status).toBe(400)
  const put = await api.send<Project>('PUT', projectPath(), { body })
  expect([put.status, 'taskCounts' in put.body]).toEqual([200, false])
})
