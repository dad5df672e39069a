import { type Project, startApi, type Task, type TestApi } from '../support/requests/api.ts'
import type { TestResponse } from '../support/requests/client.ts'
import { ABSENT_ID, makeProject, makeTask } from '../support/requests/make.ts'

interface Problem {
  errors: { field: string; message: string }[]
  from: string
  to: string
  detail: string
}

let api: TestApi
let project: Project
let task: Task
beforeAll(async () => {
  api = await startApi({ settings: { CHANGES_TTL: '600' } })
})
afterAll(() => api.stop())
beforeEach(async () => {
  project = await makeProject(api, { name: 'Crane', description: 'Old' })
  task = await makeTask(api, project.id, {
    title: 'Hoist',
    description: 'Big',
    priority: 'HIGH',
    dueDate: '2026-04-30',
  })
})

const projectPath = (): string => `/api/v1/projects/${project.id}`
const taskPath = (): string => `/api/v1/tasks/${task.id}`
const patch = <Body = Task>(body: unknown, headers: Record<string, string> = {}) =>
  api.send<Body>('PATCH', taskPath(), { body, headers })

describe('PATCH', () => {
  const patches: [string, object, Partial<Task>][] = [
    ['the title', { title: 'New' }, { title: 'New' }],
    ['the description', { description: 'New' }, { description: 'New' }],
    ['a description to null', { description: null }, { description: null }],
    ['the due date', { dueDate: '2027-01-01' }, { dueDate: '2027-01-01' }],
    ['a due date to null', { dueDate: null }, { dueDate: null }],
    ['the priority', { priority: 'LOW' }, { priority: 'LOW' }],
    ['a priority of null to MEDIUM', { priority: null }, { priority: 'MEDIUM' }],
    ['the status', { status: 'DONE' }, { status: 'DONE' }],
    [
      'the status and the title',
      { status: 'IN_PROGRESS', title: '"\\\' 😀' },
      { status: 'IN_PROGRESS', title: '"\\\' 😀' },
    ],
  ]
  test.each(patches)('changes %s of a task, and no other member', async (_name, body, changed) => {
    const { status, body: after, headers } = await patch(body)
    expect(status).toBe(200)
    expect(after).toEqual({ ...task, ...changed, updatedAt: after.updatedAt })
    expect(headers.get('etag')).not.toBe('"1-1"')
    expect((await api.send('GET', taskPath())).body).toEqual(after)
  })

  test('changes members of a project, and no others', async () => {
    const renamed = await api.send<Project>('PATCH', projectPath(), { body: { name: 'New' } })
    expect(renamed.body).toEqual({ ...project, name: 'New', updatedAt: renamed.body.updatedAt })
    const cleared = await api.send<Project>('PATCH', projectPath(), { body: { description: null } })
    expect(cleared.body).toMatchObject({ name: 'New', description: null })
  })

  test.each([{}, { title: 'Hoist' }, { status: 'TODO', priority: 'HIGH', dueDate: '2026-04-30' }])(
    'with %j, which changes nothing, keeps the entity tag and updatedAt, and records no change',
    async (body) => {
      const { body: before } = await api.send<{ cursor: string }>('GET', '/api/v1/changes')
      const response = await patch(body)
      expect(response.body).toEqual(task)
      expect(response.headers.get('etag')).toBe('"1-1"')
      await patch({ title: 'Marker' })
      const titles: string[] = []
      for (let after = before.cursor; !titles.includes('Marker');) {
        const { body: feed } = await api.send<{
          content: { type: string; id: string; task: Task }[]
          cursor: string
        }>('GET', `/api/v1/changes?after=${after}&wait=10`)
        after = feed.cursor
        titles.push(
          ...feed.content
            .filter(({ type, id }) => type === 'updated' && id === task.id)
            .map((change) => change.task.title),
        )
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
      const { status, body: problem } = await api.send<Problem>('PATCH', path, { body })
      expect([status, problem.errors.map((each) => each.field)]).toEqual([400, [field]])
    }
    expect((await api.send('GET', taskPath())).body).toEqual(task)
  })

  test.each([[{ title: ' ' }], [{ title: 'x'.repeat(201) }], [{ other: 1 }], [[]], [null], ['title']])(
    'rejects %j',
    async (body) => {
      expect((await patch(body)).status).toBe(400)
    },
  )

  test('rejects a status that the task cannot have with from and to, and changes nothing', async () => {
    await patch({ status: 'DONE' })
    const { status, body } = await patch<Problem>({ status: 'TODO', title: 'Lost' })
    expect(status).toBe(409)
    expect(body).toMatchObject({ from: 'DONE', to: 'TODO', detail: 'A task cannot move from DONE to TODO' })
    expect((await api.send('GET', taskPath())).body).toMatchObject({ title: 'Hoist', status: 'DONE' })
    expect((await patch({ status: 'DONE', title: 'Kept' })).body).toMatchObject({ title: 'Kept' })
  })

  test('of an archived project and its tasks is 409', async () => {
    await api.send('POST', `${projectPath()}/archive`)
    const ofProject = await api.send<Problem>('PATCH', projectPath(), { body: { name: 'A' } })
    expect([ofProject.status, ofProject.body.from, ofProject.body.to]).toEqual([409, 'ARCHIVED', 'ARCHIVED'])
    const ofTask = await patch<Problem>({ title: 'A' })
    expect([ofTask.status, ofTask.body.from, ofTask.body.to]).toEqual([409, 'ARCHIVED', 'ARCHIVED'])
    const moved = await patch<Problem>({ status: 'DONE' })
    expect([moved.status, moved.body.from, moved.body.to]).toEqual([409, 'TODO', 'DONE'])
  })

  test('of an id that does not exist is 404', async () => {
    for (const path of ['projects', 'tasks'])
      expect((await api.send('PATCH', `/api/v1/${path}/${ABSENT_ID}`, { body: {} })).status).toBe(404)
  })

  test('follows If-Match', async () => {
    expect((await patch({ title: 'A' }, { 'If-Match': '"1-9"' })).status).toBe(412)
    expect((await patch({ title: 'A' }, { 'If-Match': '"1-1"' })).status).toBe(200)
    expect((await patch({ title: 'B' }, { 'If-Match': '"1-1"' })).status).toBe(412)
  })

  test('with an Idempotency-Key is executed once; null and an absent member differ', async () => {
    const key = { 'Idempotency-Key': `patch-${task.id}` }
    const first = await patch({ dueDate: null }, key)
    await patch({ dueDate: '2028-01-01' })
    const again = await patch({ dueDate: null }, key)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expect((await patch({}, key)).status).toBe(422)
    expect((await api.send<Task>('GET', taskPath())).body.dueDate).toBe('2028-01-01')
  })

  test('accepts both media types; a 415 and OPTIONS list them', async () => {
    const types = 'application/merge-patch+json, application/json'
    const sent = (type: string) => patch({ title: type }, { 'Content-Type': type })
    expect((await sent('application/merge-patch+json; charset=UTF-8')).status).toBe(200)
    expect((await sent('application/json')).status).toBe(200)
    const rejected = await sent('application/json-patch+json')
    expect(rejected.status).toBe(415)
    expect(rejected.headers.get('accept-patch')).toBe(types)
    for (const path of [taskPath(), projectPath()])
      expect((await api.send('OPTIONS', path)).headers.get('accept-patch')).toBe(types)
    const put = await api.send('PUT', taskPath(), {
      body: { title: 'A' },
      headers: { 'Content-Type': 'application/merge-patch+json' },
    })
    expect([put.status, put.headers.get('accept-patch')]).toEqual([415, null])
  })

  test('of different members at the same time loses none', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        patch(i % 2 === 0 ? { title: `T${i}` } : { description: `D${i}` }),
      ),
    )
    const { body } = await api.send<Task>('GET', taskPath())
    expect([body.title, body.description, body.priority]).toEqual([
      expect.stringMatching(/^T/),
      expect.stringMatching(/^D/),
      'HIGH',
    ])
  })
})

describe('a response that is sent back', () => {
  const paths = (): [string, Project | Task][] => [
    [projectPath(), project],
    [taskPath(), task],
  ]
  const send = (method: string, path: string, body: object): Promise<TestResponse<Problem & Task>> =>
    api.send<Problem & Task>(method, path, { body })

  test.each(['PUT', 'PATCH'])('with a changed member is accepted by %s', async (method) => {
    for (const [path, read] of paths()) {
      const { status, body } = await send(method, path, { ...read, description: method })
      expect(status).toBe(200)
      expect(body).toEqual({ ...read, description: method, updatedAt: body.updatedAt })
    }
  })

  test.each(['PUT', 'PATCH'])(
    'with another id, projectId or createdAt is 400 of %s, which names it',
    async (method) => {
      for (const [path, read] of paths()) {
        for (const field of ['id', 'projectId', 'createdAt'].filter((name) => name in read)) {
          const other = field === 'createdAt' ? '2020-01-01T00:00:00Z' : ABSENT_ID
          const { status, body } = await send(method, path, { ...read, [field]: other })
          expect([status, body.errors.map((error) => error.field)]).toEqual([400, [field]])
        }
      }
    },
  )

  test('with another status is 400 of PUT; PATCH of a task changes it', async () => {
    const put = await send('PUT', taskPath(), { ...task, status: 'DONE' })
    expect([put.status, put.body.errors]).toEqual([
      400,
      [{ field: 'status', message: 'must be TODO or absent; PATCH changes it' }],
    ])
    for (const method of ['PUT', 'PATCH']) {
      const { status, body } = await send(method, projectPath(), { ...project, status: 'ARCHIVED' })
      expect([status, body.errors.map((error) => error.field)]).toEqual([400, ['status']])
    }
    expect((await send('PATCH', taskPath(), { ...task, status: 'DONE' })).body.status).toBe('DONE')
  })

  test.each(['PUT', 'PATCH'])(
    'after another write is 412 of %s, also if the status has changed',
    async (method) => {
      await patch({ status: 'DONE' })
      const { status, headers, body } = await send(method, taskPath(), task)
      expect(status).toBe(412)
      expect(headers.get('etag')).not.toBe('"1-1"')
      expect(body).toMatchObject({ etag: headers.get('etag') })
    },
  )

  test('may write ids in upper case and timestamps in another time zone', async () => {
    const time = new Date(Date.parse(task.updatedAt) + 3_600_000).toISOString().replace('Z', '+01:00')
    const body = { ...task, id: task.id.toUpperCase(), updatedAt: time, title: 'A' }
    expect((await send('PUT', taskPath(), body)).status).toBe(200)
  })

  test('by several clients at the same time is written by one of them', async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, i) => (await send('PUT', taskPath(), { ...task, title: `T${i}` })).status,
      ),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(new Set([200, 412]))
  })

  test('with only the status is accepted by PUT while others write', async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, i) => (await send('PUT', taskPath(), { title: `T${i}`, status: 'TODO' })).status,
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})

describe('include=taskCounts', () => {
  test('adds the tasks by status, and the response can be sent back', async () => {
    await makeTask(api, project.id, { status: 'DONE' })
    await makeTask(api, project.id, { status: 'DONE' })
    const { status, body, headers } = await api.send<Project>('GET', `${projectPath()}?include=taskCounts`)
    expect([status, body]).toEqual([200, { ...project, taskCounts: { TODO: 1, IN_PROGRESS: 0, DONE: 2 } }])
    const put = await api.send<Project>('PUT', projectPath(), { body })
    expect([put.status, 'taskCounts' in put.body]).toEqual([200, false])
    expect(headers.get('etag')).toBe('"1-1"')
  })

  test('is never 304, because the counts change without the entity tag', async () => {
    const headers = { 'If-None-Match': '"1-1"' }
    expect((await api.send('GET', projectPath(), { headers })).status).toBe(304)
    expect((await api.send('GET', `${projectPath()}?include=taskCounts`, { headers })).status).toBe(200)
    expect((await api.send('GET', `${projectPath()}?include=tasks`)).status).toBe(400)
  })
})
