import { type Project, startApi, type Task, type TestApi } from '../support/requests/api.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const WIDE = '\u{1F3D7}'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

interface Problem {
  errors: { field: string; message: string }[]
}

describe('Project (response)', () => {
  let project: Project
  beforeAll(async () => {
    project = await makeProject(api, { name: 'Crane', description: 'Hoist' })
  })

  test('has a string id', () => {
    expect(typeof project.id).toBe('string')
  })

  test('has the name', () => {
    expect(project.name).toBe('Crane')
  })

  test('has the description', () => {
    expect(project.description).toBe('Hoist')
  })

  test('has null for an absent description', async () => {
    expect((await makeProject(api)).description).toBeNull()
  })

  test('has the status ACTIVE or ARCHIVED', async () => {
    expect(project.status).toBe('ACTIVE')
    expect((await makeProject(api, { archived: true })).status).toBe('ARCHIVED')
  })

  test('has createdAt, an ISO 8601 date-time in UTC', () => {
    expect(project.createdAt).toMatch(TIMESTAMP)
  })

  test('has updatedAt, which equals createdAt until the first change', async () => {
    expect(project.updatedAt).toBe(project.createdAt)
    await new Promise((resolve) => setTimeout(resolve, 5))
    const path = `/api/v1/projects/${project.id}`
    const { body } = await api.send<Project>('PUT', path, { body: { name: 'Crane 2' } })
    expect(body.updatedAt > project.updatedAt).toBe(true)
    expect(body.createdAt).toBe(project.createdAt)
  })

  test('has no other member', () => {
    expect(Object.keys(project).sort()).toEqual(
      ['createdAt', 'description', 'id', 'name', 'status', 'updatedAt'].sort(),
    )
  })
})

describe('Task (response)', () => {
  let project: Project
  let task: Task
  beforeAll(async () => {
    project = await makeProject(api)
    task = await makeTask(api, project.id, { title: 'Order', description: 'Offers', dueDate: '2026-04-30' })
  })

  test('has a string id', () => {
    expect(typeof task.id).toBe('string')
  })

  test('has the projectId of exactly one project', () => {
    expect(task.projectId).toBe(project.id)
  })

  test('has the title, the description and the dueDate', () => {
    expect(task).toMatchObject({ title: 'Order', description: 'Offers', dueDate: '2026-04-30' })
  })

  test('has null for an absent description and an absent dueDate', async () => {
    expect(await makeTask(api, project.id)).toMatchObject({ description: null, dueDate: null })
  })

  test('has the status TODO after creation', () => {
    expect(task.status).toBe('TODO')
  })

  test('has the priority MEDIUM by default', () => {
    expect(task.priority).toBe('MEDIUM')
  })

  test('has createdAt and updatedAt, ISO 8601 date-times in UTC', () => {
    expect(task.createdAt).toMatch(TIMESTAMP)
    expect(task.updatedAt).toBe(task.createdAt)
  })
})

const project = '/api/v1/projects'

/** What each request requires; without a body, none is sent. */
const invalid: [requirement: string, request: string, errors: Record<string, string>, body: unknown][] = [
  ['ProjectRequest.name is required', 'project', { name: 'is required' }, {}],
  [
    'ProjectRequest.name has at most 120 characters',
    'project',
    { name: 'must have at most 120 characters' },
    { name: 'x'.repeat(121) },
  ],
  ['ProjectRequest.name is not empty', 'project', { name: 'must not be blank' }, { name: '' }],
  ['ProjectRequest.name is not blank', 'project', { name: 'must not be blank' }, { name: ' \t\n\u3000' }],
  ['ProjectRequest.name is a string', 'project', { name: 'must be a string' }, { name: 7 }],
  ['ProjectRequest.name is not null', 'project', { name: 'must be a string' }, { name: null }],
  [
    'ProjectRequest.name has no U+0000',
    'project',
    { name: 'must not contain U+0000 or an unpaired surrogate' },
    { name: 'a\0b' },
  ],
  [
    'ProjectRequest.name has no lone surrogate',
    'project',
    { name: 'must not contain U+0000 or an unpaired surrogate' },
    { name: 'a\ud800' },
  ],
  [
    'ProjectRequest.description has at most 2000 characters',
    'project',
    { description: 'must have at most 2000 characters' },
    { name: 'a', description: 'x'.repeat(2001) },
  ],
  [
    'ProjectRequest.description is a string',
    'project',
    { description: 'must be a string' },
    { name: 'a', description: false },
  ],
  [
    'ProjectRequest.description has no U+0000',
    'project',
    { description: 'must not contain U+0000 or an unpaired surrogate' },
    { name: 'a', description: '\0' },
  ],
  [
    'ProjectRequest has no other member',
    'project',
    { state: 'is not a known member', 'a/b': 'is not a known member' },
    { name: 'a', state: 'ARCHIVED', 'a/b': 1 },
  ],
  ['ProjectRequest is an object', 'project', { body: 'must be an object' }, ['a']],
  ['ProjectRequest is not null', 'project', { body: 'must be an object' }, null],
  ['ProjectRequest is present', 'project', { body: 'is required' }, undefined],
  [
    'ProjectRequest has no invalid field; errors lists each one',
    'project',
    { name: 'is required', other: 'is not a known member', description: 'must be a string' },
    { description: 3, other: 1 },
  ],
  ['TaskRequest.title is required', 'task', { title: 'is required' }, {}],
  [
    'TaskRequest.title has at most 200 characters',
    'task',
    { title: 'must have at most 200 characters' },
    { title: 'x'.repeat(201) },
  ],
  ['TaskRequest.title is not blank', 'task', { title: 'must not be blank' }, { title: ' ' }],
  [
    'TaskRequest.title has no lone surrogate',
    'task',
    { title: 'must not contain U+0000 or an unpaired surrogate' },
    { title: '\udfff' },
  ],
  [
    'TaskRequest.description has at most 2000 characters',
    'task',
    { description: 'must have at most 2000 characters' },
    { title: 'a', description: 'x'.repeat(2001) },
  ],
  [
    'TaskRequest.priority is LOW, MEDIUM or HIGH',
    'task',
    { priority: 'must be one of LOW, MEDIUM, HIGH' },
    { title: 'a', priority: 'URGENT' },
  ],
  [
    'TaskRequest.dueDate is a date',
    'task',
    { dueDate: 'must be an ISO 8601 date such as 2026-04-30' },
    { title: 'a', dueDate: 'soon' },
  ],
  [
    'TaskRequest.dueDate is a date that exists',
    'task',
    { dueDate: 'must be an ISO 8601 date such as 2026-04-30' },
    { title: 'a', dueDate: '2024-02-30' },
  ],
  [
    'TaskRequest.dueDate is not a date-time',
    'task',
    { dueDate: 'must be an ISO 8601 date such as 2026-04-30' },
    { title: 'a', dueDate: '2026-04-30T00:00:00Z' },
  ],
  [
    'TaskRequest.dueDate is not in the year 0',
    'task',
    { dueDate: 'must be a date in the years 0001 to 9999' },
    { title: 'a', dueDate: '0000-01-01' },
  ],
  [
    'TaskRequest has no other member',
    'task',
    { state: 'is not a known member' },
    { title: 'a', state: 'DONE' },
  ],
  ['TaskStatusUpdateRequest.status is required', 'status', { status: 'is required' }, {}],
  [
    'TaskStatusUpdateRequest.status is TODO, IN_PROGRESS or DONE',
    'status',
    { status: 'must be one of TODO, IN_PROGRESS, DONE' },
    { status: 'todo' },
  ],
  [
    'TaskStatusUpdateRequest has no other member',
    'status',
    { title: 'is not a known member' },
    { status: 'DONE', title: 'x' },
  ],
  ['TaskStatusUpdateRequest is present', 'status', { body: 'is required' }, undefined],
]

describe('a request is rejected unless', () => {
  let paths: Record<string, [string, string][]>
  beforeAll(async () => {
    const { id } = await makeProject(api)
    const task = await makeTask(api, id)
    paths = {
      project: [
        ['POST', project],
        ['PUT', `${project}/${id}`],
      ],
      task: [
        ['POST', `${project}/${id}/tasks`],
        ['PUT', `/api/v1/tasks/${task.id}`],
      ],
      status: [['PATCH', `/api/v1/tasks/${task.id}/status`]],
    }
  })

  test.each(invalid)('%s', async (_requirement, request, messages, body) => {
    const errors = Object.entries(messages).map(([field, message]) => ({ field, message }))
    for (const [method, path] of paths[request] ?? []) {
      const response = await api.send<Problem>(method, path, { body })
      expect(response.status).toBe(400)
      expect(response.body.errors).toHaveLength(errors.length)
      expect(response.body.errors).toEqual(expect.arrayContaining(errors))
    }
  })
})

describe('a limit', () => {
  test('of ProjectRequest counts code points: 120 in the name and 2000 in the description', async () => {
    const body = { name: WIDE.repeat(120), description: WIDE.repeat(2000) }
    expect(await makeProject(api, body)).toMatchObject(body)
  })

  test('of TaskRequest counts code points: 200 in the title and 2000 in the description', async () => {
    const { id } = await makeProject(api)
    const body = { title: WIDE.repeat(200), description: WIDE.repeat(2000) }
    expect(await makeTask(api, id, body)).toMatchObject(body)
  })

  test('of the body is larger than the largest valid request with every character escaped', async () => {
    const text = (length: number) => '\\ud83c\\udfd7'.repeat(length)
    const raw = `{"name":"${text(120)}","description":"${text(2000)}"}`
    const { status, body } = await api.send<Project>('POST', project, { raw })
    expect(status).toBe(201)
    expect(body.name).toBe(WIDE.repeat(120))
  })
})

describe('an optional member', () => {
  test('that is null counts as absent', async () => {
    const { id } = await makeProject(api)
    const { status, body } = await api.send<Task>('POST', `${project}/${id}/tasks`, {
      body: { title: 'a', description: null, priority: null, dueDate: null },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ description: null, priority: 'MEDIUM', dueDate: null })
  })

  test.each(['LOW', 'MEDIUM', 'HIGH'] as const)('priority accepts %s', async (priority) => {
    const { id } = await makeProject(api)
    expect((await makeTask(api, id, { priority })).priority).toBe(priority)
  })

  test.each(['0001-01-01', '2024-02-29', '9999-12-31'])('dueDate accepts %s', async (dueDate) => {
    const { id } = await makeProject(api)
    const task = await makeTask(api, id, { dueDate })
    expect((await api.send<Task>('GET', `/api/v1/tasks/${task.id}`)).body.dueDate).toBe(dueDate)
  })

  test('description accepts any text that PostgreSQL can store', async () => {
    const description = 'Robert\'); drop table tasks;-- \u0001 \u202e {} $1 %s \\ " é'
    expect((await makeProject(api, { description })).description).toBe(description)
  })
})
