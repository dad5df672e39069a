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

const invalid: { name: string; request: string; body?: unknown; errors: Problem['errors'] }[] = [
  {
    name: 'ProjectRequest.name is required',
    request: 'project',
    body: {},
    errors: [{ field: 'name', message: 'is required' }],
  },
  {
    name: 'ProjectRequest.name has at most 120 characters',
    request: 'project',
    body: { name: 'x'.repeat(121) },
    errors: [{ field: 'name', message: 'must have at most 120 characters' }],
  },
  {
    name: 'ProjectRequest.name is not empty',
    request: 'project',
    body: { name: '' },
    errors: [{ field: 'name', message: 'must not be blank' }],
  },
  {
    name: 'ProjectRequest.name is not blank',
    request: 'project',
    body: { name: ' \t\n\u3000' },
    errors: [{ field: 'name', message: 'must not be blank' }],
  },
  {
    name: 'ProjectRequest.name is a string',
    request: 'project',
    body: { name: 7 },
    errors: [{ field: 'name', message: 'must be a string' }],
  },
  {
    name: 'ProjectRequest.name is not null',
    request: 'project',
    body: { name: null },
    errors: [{ field: 'name', message: 'must be a string' }],
  },
  {
    name: 'ProjectRequest.name has no U+0000',
    request: 'project',
    body: { name: 'a\0b' },
    errors: [{ field: 'name', message: 'must not contain U+0000 or an unpaired surrogate' }],
  },
  {
    name: 'ProjectRequest.name has no lone surrogate',
    request: 'project',
    body: { name: 'a\ud800' },
    errors: [{ field: 'name', message: 'must not contain U+0000 or an unpaired surrogate' }],
  },
  {
    name: 'ProjectRequest.description has at most 2000 characters',
    request: 'project',
    body: { name: 'a', description: 'x'.repeat(2001) },
    errors: [{ field: 'description', message: 'must have at most 2000 characters' }],
  },
  {
    name: 'ProjectRequest.description is a string',
    request: 'project',
    body: { name: 'a', description: false },
    errors: [{ field: 'description', message: 'must be a string' }],
  },
  {
    name: 'ProjectRequest.description has no U+0000',
    request: 'project',
    body: { name: 'a', description: '\0' },
    errors: [{ field: 'description', message: 'must not contain U+0000 or an unpaired surrogate' }],
  },
  {
    name: 'ProjectRequest has no other member',
    request: 'project',
    body: { name: 'a', state: 'ARCHIVED', 'a/b': 1 },
    errors: [
      { field: 'state', message: 'is not a known member' },
      { field: 'a/b', message: 'is not a known member' },
    ],
  },
  {
    name: 'ProjectRequest is an object',
    request: 'project',
    body: ['a'],
    errors: [{ field: 'body', message: 'must be an object' }],
  },
  {
    name: 'ProjectRequest is not null',
    request: 'project',
    body: null,
    errors: [{ field: 'body', message: 'must be an object' }],
  },
  {
    name: 'ProjectRequest is present',
    request: 'project',
    errors: [{ field: 'name', message: 'is required' }],
  },
  {
    name: 'ProjectRequest has no invalid field; errors lists each one',
    request: 'project',
    body: { description: 3, other: 1 },
    errors: [
      { field: 'name', message: 'is required' },
      { field: 'other', message: 'is not a known member' },
      { field: 'description', message: 'must be a string' },
    ],
  },
  {
    name: 'TaskRequest.title is required',
    request: 'task',
    body: {},
    errors: [{ field: 'title', message: 'is required' }],
  },
  {
    name: 'TaskRequest.title has at most 200 characters',
    request: 'task',
    body: { title: 'x'.repeat(201) },
    errors: [{ field: 'title', message: 'must have at most 200 characters' }],
  },
  {
    name: 'TaskRequest.title is not blank',
    request: 'task',
    body: { title: ' ' },
    errors: [{ field: 'title', message: 'must not be blank' }],
  },
  {
    name: 'TaskRequest.title has no lone surrogate',
    request: 'task',
    body: { title: '\udfff' },
    errors: [{ field: 'title', message: 'must not contain U+0000 or an unpaired surrogate' }],
  },
  {
    name: 'TaskRequest.description has at most 2000 characters',
    request: 'task',
    body: { title: 'a', description: 'x'.repeat(2001) },
    errors: [{ field: 'description', message: 'must have at most 2000 characters' }],
  },
  {
    name: 'TaskRequest.priority is LOW, MEDIUM or HIGH',
    request: 'task',
    body: { title: 'a', priority: 'URGENT' },
    errors: [{ field: 'priority', message: 'must be one of LOW, MEDIUM, HIGH' }],
  },
  {
    name: 'TaskRequest.dueDate is a date',
    request: 'task',
    body: { title: 'a', dueDate: 'soon' },
    errors: [{ field: 'dueDate', message: 'must be an ISO 8601 date such as 2026-04-30' }],
  },
  {
    name: 'TaskRequest.dueDate is a date that exists',
    request: 'task',
    body: { title: 'a', dueDate: '2024-02-30' },
    errors: [{ field: 'dueDate', message: 'must be an ISO 8601 date such as 2026-04-30' }],
  },
  {
    name: 'TaskRequest.dueDate is not a date-time',
    request: 'task',
    body: { title: 'a', dueDate: '2026-04-30T00:00:00Z' },
    errors: [{ field: 'dueDate', message: 'must be an ISO 8601 date such as 2026-04-30' }],
  },
  {
    name: 'TaskRequest.dueDate is not in the year 0',
    request: 'task',
    body: { title: 'a', dueDate: '0000-01-01' },
    errors: [{ field: 'dueDate', message: 'must be a date in the years 0001 to 9999' }],
  },
  {
    name: 'TaskRequest has no other member',
    request: 'task',
    body: { title: 'a', state: 'DONE' },
    errors: [{ field: 'state', message: 'is not a known member' }],
  },
  {
    name: 'TaskStatusUpdateRequest.status is required',
    request: 'status',
    body: {},
    errors: [{ field: 'status', message: 'is required' }],
  },
  {
    name: 'TaskStatusUpdateRequest.status is TODO, IN_PROGRESS or DONE',
    request: 'status',
    body: { status: 'todo' },
    errors: [{ field: 'status', message: 'must be one of TODO, IN_PROGRESS, DONE' }],
  },
  {
    name: 'TaskStatusUpdateRequest has no other member',
    request: 'status',
    body: { status: 'DONE', title: 'x' },
    errors: [{ field: 'title', message: 'is not a known member' }],
  },
  {
    name: 'TaskStatusUpdateRequest is present',
    request: 'status',
    errors: [{ field: 'status', message: 'is required' }],
  },
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

  test.each(invalid)('$name', async ({ request, body, errors }) => {
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
