import { type Task, useApi } from '../support/requests/api.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const WIDE = '\u{1F3D7}'
const PROJECTS = '/api/v1/projects'

const api = useApi()

test('Project (response): id, name, description, status ACTIVE or ARCHIVED, createdAt and updatedAt in UTC', async () => {
  const body = { name: 'Crane', description: 'Hoist' }
  const { id, createdAt, ...others } = await makeProject(api, body)
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(createdAt).toMatch(TIMESTAMP)
  expect(others).toEqual({ ...body, status: 'ACTIVE', updatedAt: createdAt })
  expect(await makeProject(api, { archived: true })).toMatchObject({ status: 'ARCHIVED', description: null })
})

test('Task (response): id, projectId, title, description, status, priority, dueDate, createdAt and updatedAt in UTC', async () => {
  const project = await makeProject(api)
  const body = { title: 'Order', description: 'Offers', dueDate: '2026-04-30' }
  const { id, createdAt, ...others } = await makeTask(api, project.id, body)
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(createdAt).toMatch(TIMESTAMP)
  const set = { projectId: project.id, status: 'TODO', priority: 'MEDIUM', updatedAt: createdAt }
  expect(others).toEqual({ ...body, ...set })
  expect(await makeTask(api, project.id)).toMatchObject({ description: null, dueDate: null })
})

test('updatedAt is the time of the last change, and createdAt stays', async () => {
  const { id, createdAt } = await makeProject(api)
  await new Promise((resolve) => setTimeout(resolve, 5))
  const { body } = await api.send<Task>('PUT', `${PROJECTS}/${id}`, { body: { name: 'New' } })
  expect([body.createdAt, body.updatedAt > createdAt]).toEqual([createdAt, true])
})

const UNSTORABLE = 'must not contain U+0000 or an unpaired surrogate'
const DATE = 'must be an ISO 8601 date such as 2026-04-30'
const YEARS = 'must be a date in the years 0001 to 9999'
const PRIORITIES = 'must be one of LOW, MEDIUM, HIGH'
const STATUSES = 'must be one of TODO, IN_PROGRESS, DONE'
const THREE_ERRORS = ['name is required', 'b is not a known member', 'description must be a string']
const COUNTS = ['taskCounts/TODO must be an integer', 'taskCounts/IN_PROGRESS must be at least 0']

const LONG = { description: 'x'.repeat(2001) }

/** What a request requires, a body without it, and the errors: the field and its message. Undefined is no body. */
type Case = [requirement: string, body: unknown, ...errors: string[]]

const INVALID: Record<string, Case[]> = {
  ProjectRequest: [
    ['name is required', {}, 'name is required'],
    ['name: max 120 characters', { name: 'x'.repeat(121) }, 'name must have at most 120 characters'],
    ['name is not empty', { name: '' }, 'name must not be blank'],
    ['name is not blank', { name: ' \t\n\u3000' }, 'name must not be blank'],
    ['name is a string', { name: 7 }, 'name must be a string'],
    ['name is not null', { name: null }, 'name must be a string'],
    ['name has no U+0000', { name: 'a\0b' }, `name ${UNSTORABLE}`],
    ['name has no lone surrogate', { name: 'a\ud800' }, `name ${UNSTORABLE}`],
    ['description: max 2000', { name: 'a', ...LONG }, 'description must have at most 2000 characters'],
    ['it is an object', ['a'], 'body must be an object'],
    ['it is not null', null, 'body must be an object'],
    ['it is present', undefined, 'body is required'],
    ['no other member', { name: 'a', 'a/b': 1 }, 'a/b is not a known member'],
    ['errors lists each field', { description: 3, b: 1 }, ...THREE_ERRORS],
  ],
  TaskRequest: [
    ['title is required', {}, 'title is required'],
    ['title: max 200 characters', { title: 'x'.repeat(201) }, 'title must have at most 200 characters'],
    ['title is not blank', { title: ' ' }, 'title must not be blank'],
    ['title has no lone surrogate', { title: '\udfff' }, `title ${UNSTORABLE}`],
    ['description: max 2000', { title: 'a', ...LONG }, 'description must have at most 2000 characters'],
    ['priority is LOW, MEDIUM or HIGH', { title: 'a', priority: 'no' }, `priority ${PRIORITIES}`],
    ['dueDate is an ISO 8601 date', { title: 'a', dueDate: 'soon' }, `dueDate ${DATE}`],
    ['dueDate exists', { title: 'a', dueDate: '2024-02-30' }, `dueDate ${DATE}`],
    ['dueDate is no date-time', { title: 'a', dueDate: '2026-04-30T00:00:00Z' }, `dueDate ${DATE}`],
    ['dueDate is after the year 0', { title: 'a', dueDate: '0000-01-01' }, `dueDate ${YEARS}`],
    ['no other member', { title: 'a', state: 'DONE' }, 'state is not a known member'],
  ],
  ProjectPatch: [
    ['createdAt is a string', { createdAt: 1 }, 'createdAt must be a string'],
    ['updatedAt is not null', { updatedAt: null }, 'updatedAt must be a string'],
    ['taskCounts has numbers', { taskCounts: { TODO: '1', IN_PROGRESS: -1, DONE: 0 } }, ...COUNTS],
    ['taskCounts is complete', { taskCounts: { TODO: 1, DONE: 0 } }, 'taskCounts/IN_PROGRESS is required'],
  ],
  TaskStatusUpdateRequest: [
    ['status is required', {}, 'status is required'],
    ['status is TODO, IN_PROGRESS or DONE', { status: 'todo' }, `status ${STATUSES}`],
    ['no other member', { status: 'DONE', title: 'x' }, 'title is not a known member'],
    ['it is present', undefined, 'body is required'],
  ],
}

describe.each(Object.entries(INVALID))('%s is rejected unless', (type, cases) => {
  /** The requests with a body of this type. */
  const requests: [method: string, path: string][] = []
  beforeAll(async () => {
    const project = `${PROJECTS}/${(await makeProject(api)).id}`
    const task = `/api/v1/tasks/${(await makeTask(api, project.split('/')[4] ?? '')).id}`
    if (type === 'ProjectRequest') requests.push(['POST', PROJECTS], ['PUT', project])
    if (type === 'TaskRequest') requests.push(['POST', `${project}/tasks`], ['PUT', task])
    if (type === 'ProjectPatch') requests.push(['PATCH', project])
    if (type === 'TaskStatusUpdateRequest') requests.push(['PATCH', `${task}/status`])
  })

  test.each(cases)('%s', async (_requirement, body, ...errors) => {
    for (const [method, path] of requests) {
      const { status, problem } = await api.send(method, path, { body })
      const received = problem.errors.map(({ field, message }) => `${field} ${message}`)
      expect([status, received.sort()]).toEqual([400, errors.sort()])
    }
  })
})

test('the limits count code points: name 120, title 200, description 2000', async () => {
  const body = { name: WIDE.repeat(120), description: WIDE.repeat(2000) }
  const project = await makeProject(api, body)
  expect(project).toMatchObject(body)
  const task = { title: WIDE.repeat(200), description: WIDE.repeat(2000) }
  expect(await makeTask(api, project.id, task)).toMatchObject(task)
})

test('the limit of a body is larger than the largest valid request with every character escaped', async () => {
  const text = (length: number) => '\\ud83c\\udfd7'.repeat(length)
  const raw = `{"name":"${text(120)}","description":"${text(2000)}"}`
  expect((await api.send('POST', PROJECTS, { raw })).status).toBe(201)
})

test.each<[string, Partial<Task>, Partial<Task>?]>([
  [
    'an optional member that is null is absent',
    { dueDate: null, priority: null as never },
    { priority: 'MEDIUM' },
  ],
  ['priority LOW', { priority: 'LOW' }],
  ['priority MEDIUM', { priority: 'MEDIUM' }],
  ['priority HIGH', { priority: 'HIGH' }],
  ['the first dueDate', { dueDate: '0001-01-01' }],
  ['the last dueDate', { dueDate: '9999-12-31' }],
  ['a leap day', { dueDate: '2024-02-29' }],
  ['any text', { description: 'Robert\'); drop table tasks;-- \u0001 \u202e {} $1 %s \\ " é' }],
])('TaskRequest accepts %s', async (_name, body, expected = body) => {
  const { id } = await makeTask(api, (await makeProject(api)).id, body)
  expect((await api.send('GET', `/api/v1/tasks/${id}`)).body).toMatchObject(expected)
})
