import { type Page, type Project, startApi, type Task, type TestApi } from '../support/requests/api.ts'
import { ABSENT_ID, makeProject } from '../support/requests/make.ts'

let api: TestApi
let project: Project
beforeAll(async () => {
  api = await startApi({ settings: { CHANGES_TTL: '600' } })
})
afterAll(() => api.stop())
beforeEach(async () => {
  project = await makeProject(api)
})

const create = <Body = Task[]>(body: unknown, headers: Record<string, string> = {}) =>
  api.send<Body>('POST', `/api/v1/projects/${project.id}/tasks/batch`, { body, headers })
const list = async (): Promise<Page<Task>> =>
  (await api.send<Page<Task>>('GET', `/api/v1/projects/${project.id}/tasks?sort=createdAt&size=1000`)).body

test('100 tasks are created in the order of the request, which lists and changes have, too', async () => {
  const { body: before } = await api.send<{ cursor: string }>('GET', '/api/v1/changes')
  const drafts = Array.from({ length: 100 }, (_, i) => ({
    title: `Task ${i}`,
    description: '😀'.repeat(2000),
  }))
  const { status, body } = await create(drafts)
  expect(status).toBe(201)
  expect(body.map(({ title, description }) => ({ title, description }))).toEqual(drafts)
  expect(body[0]).toMatchObject({ projectId: project.id, status: 'TODO', priority: 'MEDIUM', dueDate: null })
  const page = await list()
  expect([page.totalElements, page.content]).toEqual([100, body])
  const tasks: Task[] = []
  for (let after = before.cursor; tasks.length < 100;) {
    const { body: feed } = await api.send<{ content: { task?: Task }[]; cursor: string }>(
      'GET',
      `/api/v1/changes?after=${after}&wait=10&size=1000`,
    )
    after = feed.cursor
    tasks.push(...feed.content.flatMap(({ task }) => task ?? []))
  }
  expect(tasks).toEqual(body)
})

test('a body in which every character is escaped is accepted', async () => {
  const escaped = '\\ud83d\\ude00'
  const item = `{"title":"${escaped.repeat(200)}","description":"${escaped.repeat(2000)}"}`
  const { status } = await api.send('POST', `/api/v1/projects/${project.id}/tasks/batch`, {
    raw: `[${Array(100).fill(item).join(',')}]`,
  })
  expect(status).toBe(201)
})

test('an invalid draft rejects all, and is named by its position', async () => {
  const { status, body } = await create<{ errors: object[] }>([
    { title: 'a' },
    { title: 'x'.repeat(201), other: 1 },
    { priority: 'no' },
    3,
  ])
  expect(status).toBe(400)
  expect(body.errors).toEqual(
    expect.arrayContaining([
      { field: '[1].title', message: 'must have at most 200 characters' },
      { field: '[1].other', message: 'is not a known member' },
      { field: '[2].title', message: 'is required' },
      { field: '[2].priority', message: 'must be one of LOW, MEDIUM, HIGH' },
      { field: '[3]', message: 'must be an object' },
    ]),
  )
  expect((await list()).totalElements).toBe(0)
})

test.each([
  [[], 'must have at least 1 items'],
  [Array(101).fill({ title: 'a' }), 'must have at most 100 items'],
  [{ title: 'a' }, 'must be an array'],
])('a body that is not a list of 1 to 100 drafts is rejected', async (body, message) => {
  const response = await create(body)
  expect([response.status, response.body]).toMatchObject([400, { errors: [{ field: 'body', message }] }])
})

test('an archived project gets none of the tasks, and a missing one is 404', async () => {
  await api.send('POST', `/api/v1/projects/${project.id}/archive`)
  expect(await create([{ title: 'a' }, { title: 'b' }])).toMatchObject({
    status: 409,
    body: { from: 'ARCHIVED', to: 'ARCHIVED' },
  })
  expect((await list()).totalElements).toBe(0)
  const path = `/api/v1/projects/${ABSENT_ID}/tasks/batch`
  expect((await api.send('POST', path, { body: [{ title: 'a' }] })).status).toBe(404)
})

test('with an Idempotency-Key they are created once', async () => {
  const key = { 'Idempotency-Key': 'batch' }
  const first = await create([{ title: 'a' }, { title: 'b' }], key)
  const again = await create([{ title: 'a', dueDate: null }, { title: 'b' }], key)
  expect([again.status, again.body]).toEqual([201, first.body])
  expect((await create([{ title: 'b' }, { title: 'a' }], key)).status).toBe(422)
  expect((await list()).totalElements).toBe(2)
})
