import { type Page, type Project, type Task, useApi } from '../support/requests/api.ts'
import { ABSENT_ID, makeProject, makeTask } from '../support/requests/make.ts'

const api = useApi()

async function list<T = Task>(path: string): Promise<Page<T>> {
  const { status, body } = await api.send<Page<T>>('GET', path)
  expect(status).toBe(200)
  return body
}

/** The list of the tasks of a new project. */
let path: string
beforeAll(async () => {
  const { id } = await makeProject(api)
  path = `/api/v1/projects/${id}/tasks`
  await makeTask(api, id, { title: 'a', priority: 'MEDIUM', status: 'DONE', dueDate: '2026-02-01' })
  const { id: changed } = await makeTask(api, id, { title: 'b', priority: 'HIGH', dueDate: null })
  await makeTask(api, id, { title: 'c', priority: 'LOW', status: 'IN_PROGRESS', dueDate: '2026-01-01' })
  await makeTask(api, id, { title: 'd', priority: 'HIGH', status: 'DONE', dueDate: null })
  await makeTask(api, id, { title: 'e', priority: 'LOW', status: 'TODO', dueDate: '2026-03-01' })
  // `b` has the latest updatedAt.
  await new Promise((resolve) => setTimeout(resolve, 5))
  await api.send('PATCH', `/api/v1/tasks/${changed}`, { body: { description: 'New' } })
})

describe('the page envelope', () => {
  test.each([
    ['size=2', { number: 0, size: 2, numberOfElements: 2, first: true, last: false, empty: false }],
    ['size=2&page=1', { number: 1, size: 2, numberOfElements: 2, first: false, last: false, empty: false }],
    ['size=2&page=2', { number: 2, size: 2, numberOfElements: 1, first: false, last: true, empty: false }],
    ['size=2&page=2147483647', { numberOfElements: 0, first: false, last: true, empty: true }],
    ['size=5', { numberOfElements: 5, totalPages: 1, first: true, last: true }],
    ['size=1000', { size: 1000, numberOfElements: 5, totalPages: 1 }],
  ])('of ?%s has the totals of the whole list', async (query, expected) => {
    const page = await list(`${path}?${query}`)
    expect(page).toMatchObject({ totalElements: 5, totalPages: 3, ...expected })
    expect(page.content).toHaveLength(page.numberOfElements)
  })

  test('of an empty list has zero items and pages, and is both first and last', async () => {
    expect(await list(`/api/v1/projects/${(await makeProject(api)).id}/tasks`)).toEqual({
      ...{ content: [], number: 0, size: 20, numberOfElements: 0, totalElements: 0, totalPages: 0 },
      ...{ first: true, last: true, empty: true },
    })
  })

  test('a list without parameters equals page=0&size=20&sort=createdAt,desc', async () => {
    expect(await list(path)).toEqual(await list(`${path}?page=0&size=20&sort=createdAt,desc`))
  })
})

const SORT =
  'must be one of id, title, status, priority, dueDate, createdAt, updatedAt, optionally followed by ",asc" or ",desc"; repeat sort for further fields'

describe('a list responds with 400 to', () => {
  test.each([
    ['page=-1', 'page', 'must be at least 0'],
    ...['x', '1.5', '0x10', '1e2', '%20', ''].map((page) => [`page=${page}`, 'page', 'must be an integer']),
    ['page=2147483648', 'page', 'must be at most 2147483647'],
    ['page=1&page=2', 'page', 'must be given only once'],
    ['size=0', 'size', 'must be at least 1'],
    ['size=1001', 'size', 'must be at most 1000'],
    ['status=', 'status', 'must be one of TODO, IN_PROGRESS, DONE'],
    ['status=TODO,', 'status', 'must be one of TODO, IN_PROGRESS, DONE'],
    ['priority=low', 'priority', 'must be one of LOW, MEDIUM, HIGH'],
    ['sort=', 'sort', 'must not be empty'],
    ...['name', 'title,', ',asc', 'title,asc,desc', ' title', 'title%3Bdrop'].map((sort) => [
      ...[`sort=${sort}`, 'sort', SORT],
    ]),
    ['sort[]=title', 'sort[]', 'is not a query parameter of this operation; use sort without brackets'],
    [`${'&'.repeat(1000)}x=1`, 'x', 'is not a query parameter of this operation'],
  ])('?%s', async (query, field, message) => {
    const { status, problem } = await api.send('GET', `${path}?${query}`)
    expect([status, problem.errors]).toEqual([400, expect.arrayContaining([{ field, message }])])
  })
})

test('the tasks of a project that does not exist are 404, on any page', async () => {
  for (const query of ['', '?page=3&status=DONE', '?after=start'])
    expect((await api.send('GET', `/api/v1/projects/${ABSENT_ID}/tasks${query}`)).status).toBe(404)
})

test.each([
  ['sort=createdAt', 'abcde'],
  ['sort=createdAt,desc', 'edcba'],
  ['sort=createdAt%2CDESC', 'edcba'],
  ['sort=id,desc', 'edcba'],
  ['sort=title,desc', 'edcba'],
  ['sort=updatedAt,desc', 'bedca'],
  ['sort=priority', 'ceabd'],
  ['sort=priority,desc', 'dbaec'],
  ['sort=status', 'becad'],
  ['sort=status,desc', 'daceb'],
  ['sort=dueDate', 'caebd'],
  ['sort=dueDate,desc', 'eacdb'],
  ['sort=priority,desc&sort=title,asc', 'bdace'],
  ['sort=dueDate,asc&sort=priority,asc&sort=title,desc', 'caedb'],
  ['sort=title,asc&sort=title,desc', 'abcde'],
  ['status=DONE', 'da'],
  ['priority=HIGH&sort=title', 'bd'],
  ['status=TODO&priority=HIGH', 'b'],
  ['status=TODO&sort=dueDate,desc', 'eb'],
])('the tasks of a project with ?%s: %s', async (query, titles) => {
  const { content, totalElements } = await list(`${path}?${query}`)
  expect(content.map(({ title }) => title).join('')).toBe(titles)
  expect(totalElements).toBe(titles.length)
  const pages = await Promise.all(
    Array.from(titles, (_, page) => list(`${path}?${query}&size=1&page=${page}`)),
  )
  expect(pages.flatMap((page) => page.content)).toEqual(content)
})

describe('the projects', () => {
  beforeAll(async () => {
    await api.db.deleteFrom('projects').execute()
    for (const name of ['b', 'c', 'a', 'd']) await makeProject(api, { name, archived: 'ab'.includes(name) })
  })

  test.each([
    ['', 'dacb'],
    ['sort=createdAt,asc', 'bcad'],
    ['sort=name,desc', 'dcba'],
    ['sort=id', 'bcad'],
    ['sort=status,asc', 'cdba'],
    ['sort=status,desc&sort=name,asc', 'abcd'],
    ['status=ACTIVE', 'dc'],
    ['status=ARCHIVED&sort=status', 'ba'],
    ['size=3&page=1', 'b'],
  ])('with ?%s: %s', async (query, names) => {
    const { content } = await list<Project>(`/api/v1/projects?${query}`)
    expect(content.map(({ name }) => name).join('')).toBe(names)
  })
})
