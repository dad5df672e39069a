import { type Page, type Project, startApi, type Task, type TestApi } from '../support/requests/api.ts'
import { ABSENT_ID, makeProject, makeTask } from '../support/requests/make.ts'

interface Problem {
  errors: { field: string; message: string }[]
}

let api: TestApi
let tasks: string
beforeAll(async () => {
  api = await startApi()
  tasks = `/api/v1/projects/${(await makeProject(api, { name: 'b' })).id}/tasks`
})
afterAll(() => api.stop())

async function list<T = Task>(path: string): Promise<Page<T>> {
  const { status, body } = await api.send<Page<T>>('GET', path)
  expect(status).toBe(200)
  return body
}

function envelopeOf(page: Page<Task>): Partial<Page<Task>> {
  const { content, ...envelope } = page
  expect(content).toHaveLength(page.numberOfElements)
  return envelope
}

describe('the page envelope', () => {
  beforeAll(async () => {
    const projectId = tasks.split('/')[4] ?? ''
    for (let i = 0; i < 5; i++) await makeTask(api, projectId, { title: `t${i}` })
  })

  test('of an empty list has zero items and pages, and is both first and last', async () => {
    const { id } = await makeProject(api)
    expect(await list(`/api/v1/projects/${id}/tasks`)).toEqual({
      content: [],
      number: 0,
      size: 20,
      numberOfElements: 0,
      totalElements: 0,
      totalPages: 0,
      first: true,
      last: true,
      empty: true,
    })
  })

  test('of the first page has the totals of the whole list', async () => {
    expect(envelopeOf(await list(`${tasks}?size=2`))).toEqual({
      number: 0,
      size: 2,
      numberOfElements: 2,
      totalElements: 5,
      totalPages: 3,
      first: true,
      last: false,
      empty: false,
    })
  })

  test('of a middle page is neither first nor last', async () => {
    expect(await list(`${tasks}?size=2&page=1`)).toMatchObject({ number: 1, first: false, last: false })
  })

  test('of the last page has the number of its items', async () => {
    expect(envelopeOf(await list(`${tasks}?size=2&page=2`))).toEqual({
      number: 2,
      size: 2,
      numberOfElements: 1,
      totalElements: 5,
      totalPages: 3,
      first: false,
      last: true,
      empty: false,
    })
  })

  test('counts no further page after a last one with `size` items', async () => {
    expect(await list(`${tasks}?size=5`)).toMatchObject({ totalElements: 5, totalPages: 1, last: true })
  })

  test('of a page after the last one is empty and has the totals of the list', async () => {
    expect(envelopeOf(await list(`${tasks}?size=2&page=2147483647`))).toEqual({
      number: 2147483647,
      size: 2,
      numberOfElements: 0,
      totalElements: 5,
      totalPages: 3,
      first: false,
      last: true,
      empty: true,
    })
  })

  test('all pages together contain each item once', async () => {
    const pages = await Promise.all([0, 1, 2].map((number) => list(`${tasks}?size=2&page=${number}`)))
    const whole = await list(tasks)
    expect(pages.flatMap(({ content }) => content)).toEqual(whole.content)
  })

  test('a list without parameters equals page=0&size=20&sort=createdAt,desc', async () => {
    const written = await list(`${tasks}?page=0&size=20&sort=createdAt,desc`)
    expect(await list(tasks)).toEqual(written)
  })

  test('size=1000 is accepted', async () => {
    expect(await list(`${tasks}?size=1000`)).toMatchObject({ size: 1000, numberOfElements: 5 })
  })
})

const rejected: [string, string, string][] = [
  ['page=-1', 'page', 'must be at least 0'],
  ['page=x', 'page', 'must be an integer'],
  ['page=1.5', 'page', 'must be an integer'],
  ['page=0x10', 'page', 'must be an integer'],
  ['page=1e2', 'page', 'must be an integer'],
  ['page=%20', 'page', 'must be an integer'],
  ['page=', 'page', 'must be an integer'],
  ['page=2147483648', 'page', 'must be at most 2147483647'],
  ['page=1&page=2', 'page', 'must be given only once'],
  ['size=0', 'size', 'must be at least 1'],
  ['size=1001', 'size', 'must be at most 1000'],
  ['size=ten', 'size', 'must be an integer'],
  ['status=OPEN', 'status', 'must be one of TODO, IN_PROGRESS, DONE'],
  ['status=', 'status', 'must be one of TODO, IN_PROGRESS, DONE'],
  ['priority=low', 'priority', 'must be one of LOW, MEDIUM, HIGH'],
  ['sort=', 'sort', 'must not be empty'],
  ['page=', 'page', 'must be an integer'],
  ['size=', 'size', 'must be an integer'],
  ['sort[]=title', 'sort[]', 'is not a query parameter of this operation; use sort without brackets'],
  [`${'&'.repeat(1000)}x=1`, 'x', 'is not a query parameter of this operation'],
  ['limit=5', 'limit', 'is not a query parameter of this operation'],
  ...[
    'colour',
    'title,up',
    'title,',
    ',asc',
    'title,asc,desc',
    'title,priority,desc',
    ' title',
    'due_date',
    'title%3Bdrop',
  ].map((sort): [string, string, string] => [
    `sort=${sort}`,
    'sort',
    'must be one of id, title, status, priority, dueDate, createdAt, updatedAt, optionally followed by ",asc" or ",desc"; repeat sort for further fields',
  ]),
]

describe('a list', () => {
  test.each(rejected)('responds with 400 to ?%s', async (query, field, message) => {
    const { status, body } = await api.send<Problem>('GET', `${tasks}?${query}`)
    expect(status).toBe(400)
    expect(body.errors).toEqual(expect.arrayContaining([{ field, message }]))
  })

  test('reports every invalid parameter', async () => {
    const { body } = await api.send<Problem>(
      'GET',
      `${tasks}?page=-1&size=0&status=x&sort=y&limit=1&offset=1`,
    )
    const fields = body.errors.map(({ field }) => field)
    expect(new Set(fields)).toEqual(new Set(['page', 'size', 'status', 'sort', 'limit', 'offset']))
  })

  test('rejects a task field in the project list, and a project field in the task list', async () => {
    expect((await api.send('GET', '/api/v1/projects?sort=title')).status).toBe(400)
    expect((await api.send('GET', `${tasks}?sort=name`)).status).toBe(400)
  })

  test('responds with 404 for a project that does not exist, on any page', async () => {
    const path = `/api/v1/projects/${ABSENT_ID}/tasks`
    expect((await api.send('GET', path)).status).toBe(404)
    expect((await api.send('GET', `${path}?page=3&status=DONE`)).status).toBe(404)
  })
})

describe('a task list', () => {
  let path: string
  beforeAll(async () => {
    const { id } = await makeProject(api)
    path = `/api/v1/projects/${id}/tasks`
    await makeTask(api, id, { title: 'a', priority: 'MEDIUM', status: 'DONE', dueDate: '2026-02-01' })
    await makeTask(api, id, { title: 'b', priority: 'HIGH', status: 'TODO', dueDate: null })
    await makeTask(api, id, { title: 'c', priority: 'LOW', status: 'IN_PROGRESS', dueDate: '2026-01-01' })
    await makeTask(api, id, { title: 'd', priority: 'HIGH', status: 'DONE', dueDate: null })
    await makeTask(api, id, { title: 'e', priority: 'LOW', status: 'TODO', dueDate: '2026-03-01' })
    // `b` has the latest updatedAt.
    const { body } = await api.send<Page<Task>>('GET', `${path}?sort=title`)
    const { id: taskId } = body.content[1] ?? { id: '' }
    await new Promise((resolve) => setTimeout(resolve, 5))
    await api.send('PUT', `/api/v1/tasks/${taskId}`, { body: { title: 'b', priority: 'HIGH' } })
  })

  test.each([
    ['', 'edcba'],
    ['sort=createdAt', 'abcde'],
    ['sort=createdAt,asc', 'abcde'],
    ['sort=createdAt,desc', 'edcba'],
    ['sort=createdAt%2CDESC', 'edcba'],
    ['sort=id,desc', 'edcba'],
    ['sort=title', 'abcde'],
    ['sort=title,desc', 'edcba'],
    ['sort=updatedAt,desc', 'bedca'],
    ['sort=priority', 'ceabd'],
    ['sort=priority,desc', 'dbaec'],
    ['sort=status', 'becad'],
    ['sort=status,desc', 'daceb'],
    ['sort=dueDate', 'caebd'],
    ['sort=dueDate,desc', 'eacdb'],
    ['sort=priority,desc&sort=title,asc', 'bdace'],
    ['sort=status,asc&sort=priority,desc', 'becda'],
    ['sort=dueDate,asc&sort=priority,asc&sort=title,desc', 'caedb'],
    ['sort=title,asc&sort=title,desc', 'abcde'],
    ['status=DONE', 'da'],
    ['priority=HIGH&sort=title', 'bd'],
    ['status=TODO&priority=HIGH', 'b'],
    ['status=IN_PROGRESS&priority=HIGH', ''],
    ['status=TODO&sort=dueDate,desc', 'eb'],
  ])('?%s returns %s', async (query, titles) => {
    const { content, totalElements } = await list(`${path}?${query}`)
    expect(content.map(({ title }) => title).join('')).toBe(titles)
    expect(totalElements).toBe(titles.length)
  })

  test('orders items with equal sort keys by id, so that pages do not overlap', async () => {
    const pages = await Promise.all(
      [0, 1, 2, 3, 4].map((number) => list(`${path}?sort=priority&size=1&page=${number}`)),
    )
    expect(pages.map(({ content }) => content[0]?.title).join('')).toBe('ceabd')
  })
})

describe('a project list', () => {
  beforeAll(async () => {
    await api.db.deleteFrom('projects').execute()
    await makeProject(api, { name: 'b', archived: true })
    await makeProject(api, { name: 'c' })
    await makeProject(api, { name: 'a', archived: true })
    await makeProject(api, { name: 'd' })
  })

  test.each([
    ['', 'dacb'],
    ['sort=createdAt,asc', 'bcad'],
    ['sort=name', 'abcd'],
    ['sort=name,desc', 'dcba'],
    ['sort=id', 'bcad'],
    ['sort=updatedAt', 'bcad'],
    ['sort=status,asc', 'cdba'],
    ['sort=status,desc&sort=name,asc', 'abcd'],
    ['status=ACTIVE', 'dc'],
    ['status=ARCHIVED&sort=name', 'ab'],
    ['status=ARCHIVED&sort=status', 'ba'],
    ['size=3&page=1', 'b'],
  ])('?%s returns %s', async (query, names) => {
    const { content } = await list<Project>(`/api/v1/projects?${query}`)
    expect(content.map(({ name }) => name).join('')).toBe(names)
  })
})
