import { type Page, type Project, startApi, type Task, useApi } from '../support/requests/api.ts'
import type { TestResponse } from '../support/requests/client.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'

const api = useApi()

let projectId: string
let path: string
beforeAll(async () => {
  projectId = (await makeProject(api)).id
  path = `/api/v1/projects/${projectId}/tasks`
  const dueDates = [null, '2026-03-01', null, '2026-01-01', null, '2026-02-01', '2026-02-01']
  const priorities = ['LOW', 'HIGH', 'MEDIUM'] as const
  // Equal titles, and characters that need escapes in JSON and in URLs.
  const titles = ['a', '"ä\u0001%2C', 'a', '👩‍👧 &?=#', '\\', 'a', "'; --"]
  for (const [i, dueDate] of dueDates.entries()) {
    const members = { priority: priorities[i % 3] ?? 'LOW', status: i % 2 === 0 ? 'TODO' : 'DONE' } as const
    await makeTask(api, projectId, { title: titles[i] ?? '', dueDate, ...members })
  }
})

async function get<T = Task>(target = ''): Promise<TestResponse<Page<T>>> {
  const response = await api.send<Page<T>>('GET', target)
  expect(response.status).toBe(200)
  return response
}

/** Follows the links to the next page, beginning with a page. Returns all pages. */
async function follow<T = Task>(target: string): Promise<Page<T>[]> {
  const pages: Page<T>[] = []
  for (let following: string | undefined = target; following !== undefined;) {
    const { body, links }: TestResponse<Page<T>> = await get<T>(following)
    pages.push(body)
    expect(pages.length).toBeLessThan(50)
    following = links['next']
  }
  return pages
}

test.each([
  'sort=createdAt,desc',
  'sort=id,desc',
  'sort=title',
  'sort=title,desc',
  'sort=updatedAt,desc',
  'sort=status',
  'sort=priority,desc',
  'sort=dueDate',
  'sort=dueDate,desc',
  'status=TODO&sort=dueDate,desc',
  'priority=LOW&sort=priority,desc',
  'priority=LOW&status=TODO',
])('pages by cursor have the items and members of pages by number: %s', async (query) => {
  for (const size of [1, 2, 3, 7, 8])
    expect(await follow(`${path}?after=start&size=${size}&${query}`)).toEqual(
      await follow(`${path}?size=${size}&${query}`),
    )
})

test('projects can be read by cursor', async () => {
  for (const name of ['b', 'a', 'c']) await makeProject(api, { name, archived: name === 'c' })
  for (const query of ['sort=name', 'sort=status,desc', 'status=ACTIVE&sort=status', 'sort=createdAt,desc']) {
    const cursors = await follow<Project>(`/api/v1/projects?after=start&size=2&${query}`)
    expect(cursors).toEqual(await follow<Project>(`/api/v1/projects?size=2&${query}`))
  }
})

test('concurrent inserts and deletes do not shift pages', async () => {
  const { id } = await makeProject(api)
  for (let i = 0; i < 6; i++) await makeTask(api, id, { title: `t${i}` })
  const titlesIn = ({ body }: TestResponse<Page<Task>>): string[] => body.content.map(({ title }) => title)

  const first = await get(`/api/v1/projects/${id}/tasks?after=start&size=2`)
  expect(titlesIn(first)).toEqual(['t5', 't4'])
  await makeTask(api, id, { title: 'new' })
  await api.send('DELETE', `/api/v1/tasks/${first.body.content[1]?.id}`)
  const second = await get(first.links['next'])
  expect(titlesIn(second)).toEqual(['t3', 't2'])
  const third = await get(second.links['next'])
  expect(titlesIn(third)).toEqual(['t1', 't0'])
  expect(third.body).toMatchObject({ number: 2, totalElements: 6, first: false, last: true })
})

test('a changed item is not repeated if the list is sorted by id; a page after which all is deleted is empty', async () => {
  const { id } = await makeProject(api)
  const tasks = [await makeTask(api, id), await makeTask(api, id)]
  const { links } = await get(`/api/v1/projects/${id}/tasks?after=start&size=1&sort=id`)
  await api.send('PATCH', `/api/v1/tasks/${tasks[0]?.id}`, { body: { title: 'Changed' } })
  expect((await get(links['next'])).body.content).toEqual([tasks[1]])
  await api.send('DELETE', `/api/v1/tasks/${tasks[1]?.id}`)
  const empty = await get(links['next'])
  expect(empty.body).toMatchObject({ number: 1, empty: true, last: true, totalElements: 1 })
  expect(Object.keys(empty.links)).toEqual(['first'])
})

describe('long titles', () => {
  const long = (last: string): string => '👩'.repeat(199) + last

  test.each(['asc', 'desc'])(
    'are read by cursor, %s, with links of less than 500 characters',
    async (direction) => {
      const { id } = await makeProject(api)
      for (const last of ['c', 'a', 'd', 'b']) await makeTask(api, id, { title: long(last) })
      const list = `/api/v1/projects/${id}/tasks?status=TODO&priority=MEDIUM&after=start&size=1&sort=title,${direction}`
      const titles = (await follow(list)).flatMap(({ content }) => content.map(({ title }) => title))
      const sorted = ['a', 'b', 'c', 'd'].map(long)
      expect(titles).toEqual(direction === 'asc' ? sorted : sorted.reverse())
      expect((await get(list)).links['next']?.length).toBeLessThan(500)
    },
  )

  test('end with 400 if the item before the page was deleted or renamed', async () => {
    const { id } = await makeProject(api)
    const task = await makeTask(api, id, { title: long('a') })
    await makeTask(api, id, { title: long('b') })
    const { links } = await get(`/api/v1/projects/${id}/tasks?after=start&size=1&sort=title`)
    const message = 'is a cursor of an item that was deleted or renamed; begin with after=start'
    for (const [method, body] of [['PUT', { title: 'x' }], ['DELETE']] as const) {
      await api.send(method, `/api/v1/tasks/${task.id}`, { body })
      const { status, problem } = await api.send('GET', links['next'] ?? '')
      expect([status, problem.errors]).toEqual([400, [{ field: 'after', message }]])
    }
  })
})

test.each([
  [0, { first: 0, next: 1, last: 2 }],
  [1, { first: 0, prev: 0, next: 2, last: 2 }],
  [2, { first: 0, prev: 1, last: 2 }],
  [9, { first: 0, prev: 2, last: 2 }],
])('links of page %i repeat the filters and the whole sort order', async (number, expected) => {
  const { links } = await get(`${path}?priority=LOW,HIGH&size=2&sort=title&sort=dueDate,DESC&page=${number}`)
  const targetOf = (page: number) =>
    `${path}?priority=HIGH&priority=LOW&page=${page}&size=2&sort=title%2Casc&sort=dueDate%2Cdesc`
  const targets = Object.entries(expected).map(([relation, page]) => [relation, targetOf(page)])
  expect(links).toEqual(Object.fromEntries(targets))
})

test('links begin with PUBLIC_URL', async () => {
  const other = await startApi({ publicUrl: 'https://api.example.com/base' })
  expect((await other.send('GET', '/api/v1/projects')).links['first']).toBe(
    'https://api.example.com/base/api/v1/projects?page=0&size=20&sort=createdAt%2Cdesc',
  )
})

const MALFORMED = 'must be "start" or a cursor from the Link header of this list, with its filters and sort'

describe('a list responds with 400', () => {
  async function expectRejected(query: string, list = path, message = MALFORMED, field = 'after') {
    const { status, problem } = await api.send('GET', `${list}?${query}`)
    expect([query, status, problem.errors]).toEqual([query, 400, [{ field, message }]])
  }
  const cursorOf = async (query = ''): Promise<string> =>
    /after=([\w-]+)/.exec((await get(`${path}?after=start&size=2&${query}`)).links['next'] ?? '')?.[1] ?? ''

  test.each(['x', 'Start', 'bnVsbA', 'W10', 'e30'])('for the cursor %j', async (after) => {
    await expectRejected(`after=${encodeURIComponent(after)}`)
  })

  test('for a cursor with a changed or missing character, of another list, other filters or another sort', async () => {
    const cursor = await cursorOf()
    const { id } = await makeProject(api)
    await expectRejected(`after=${cursor.slice(0, -4)}`)
    await expectRejected(`after=x${cursor.slice(1)}`)
    await expectRejected(`after=${cursor}`, `/api/v1/projects/${id}/tasks`)
    await expectRejected(`after=${cursor}`, '/api/v1/projects')
    await expectRejected(`after=${cursor}&status=TODO`)
    await expectRejected(`after=${cursor}&sort=createdAt`)
    await expectRejected(`after=${cursor}&sort=title`)
  })

  test.each([
    ['createdAt', 'x'],
    ['createdAt', '2026-02-30T00:00:00.000Z'],
    ['createdAt', '0000-01-01T00:00:00.000Z'],
    ['createdAt', null],
    ['title', '\u0000'],
    ['title', 7],
    ['title', {}],
    ['dueDate', '2026-02-30'],
    ['dueDate', 'infinity'],
    ['id', 'x'],
  ])('for a forged cursor by %s with %j, which is no value of it', async (sort, value) => {
    const cursor = Buffer.from(await cursorOf(`sort=${sort}`), 'base64url').toString()
    const forged = [...(JSON.parse(cursor) as unknown[]).slice(0, -1), value]
    await expectRejected(`sort=${sort}&after=${Buffer.from(JSON.stringify(forged)).toString('base64url')}`)
  })

  test('for a cursor with several sorts, or with a page number', async () => {
    const several = 'must not be combined with several "sort": read such a list by "page"'
    await expectRejected('after=start&sort=priority,desc&sort=title', path, several)
    await expectRejected('after=start&page=1', path, 'must not be combined with "after"', 'page')
  })
})

test('the size may change between pages, and the letter case of the project id', async () => {
  const { links } = await get(`${path}?after=start&size=2&sort=createdAt`)
  const next = (links['next'] ?? '').replace('size=2', 'size=4').replace(projectId, projectId.toUpperCase())
  expect((await get(next)).body).toMatchObject({ number: 1, numberOfElements: 4, last: false })
})
