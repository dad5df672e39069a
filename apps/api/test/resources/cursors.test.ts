import { type Page, type Project, startApi, type Task, type TestApi } from '../support/requests/api.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'

interface Problem {
  errors: { field: string; message: string }[]
}
type Links = Record<string, string | undefined>

let api: TestApi
let projectId: string
let path: string
beforeAll(async () => {
  api = await startApi()
  projectId = (await makeProject(api)).id
  path = `/api/v1/projects/${projectId}/tasks`
  const dueDates = [null, '2026-03-01', null, '2026-01-01', null, '2026-02-01', '2026-02-01']
  const priorities = ['LOW', 'HIGH', 'MEDIUM'] as const
  for (const [i, dueDate] of dueDates.entries()) {
    const priority = priorities[i % 3] ?? 'LOW'
    // Equal titles, and characters that need escapes in JSON and in URLs.
    await makeTask(api, projectId, {
      title: ['a', '"ä\u0001%2C', 'a', '👩‍👧 &?=#', '\\', 'a', "'; --"][i] ?? '',
      priority,
      dueDate,
      status: i % 2 === 0 ? 'TODO' : 'DONE',
    })
  }
})
afterAll(() => api.stop())

async function get<T = Task>(target: string): Promise<{ body: Page<T>; links: Links }> {
  const { status, headers, body } = await api.send<Page<T>>('GET', target)
  expect(status).toBe(200)
  return { body, links: linksIn(headers.get('link') ?? '') }
}

/** Parses a Link header as in RFC 8288. */
function linksIn(header: string): Links {
  const links = [...header.matchAll(/<([^>]*)>; rel="(\w+)"(?:, |$)/g)]
  expect(links.map(([text]) => text).join('')).toBe(header)
  return Object.fromEntries<string>(links.map(([, target = '', relation = '']) => [relation, target]))
}

/** Follows the links of a relation, beginning with a page. Returns all pages. */
async function follow<T = Task>(target: string, relation: 'next' | 'prev'): Promise<Page<T>[]> {
  const pages: Page<T>[] = []
  for (let following: string | undefined = target; following !== undefined;) {
    const { body, links }: { body: Page<T>; links: Links } = await get<T>(following)
    pages.push(body)
    expect(pages.length).toBeLessThan(50)
    following = links[relation]
  }
  return pages
}

const idsIn = (pages: readonly Page<{ id: string }>[]): string[] =>
  pages.flatMap(({ content }) => content.map(({ id }) => id))

const SORTS = [
  'sort=createdAt,desc',
  'sort=createdAt',
  'sort=id,desc',
  'sort=title',
  'sort=title,desc',
  'sort=updatedAt,desc',
  'sort=status',
  'sort=priority,desc',
  'sort=dueDate',
  'sort=dueDate,desc',
  'sort=priority,desc&sort=dueDate,asc',
  'sort=dueDate,desc&sort=priority,asc&sort=title,desc',
  'sort=title&sort=title,desc',
  'sort=status&sort=id,desc&sort=title',
  'status=TODO&sort=dueDate,desc',
  'priority=LOW&status=TODO',
]

describe.each(SORTS)('by cursor, %s', (query) => {
  test.each([1, 2, 3, 7, 8])('pages of %i have the items and members of pages by number', async (size) => {
    const cursors = await follow(`${path}?after=start&size=${size}&${query}`, 'next')
    const numbers = await follow(`${path}?size=${size}&${query}`, 'next')
    expect(cursors).toEqual(numbers)
  })

  test.each([1, 2, 3, 7, 8])('pages of %i can be read backward from the last', async (size) => {
    const whole = await get(`${path}?${query}`)
    const { links } = await get(`${path}?after=start&size=${size}&${query}`)
    const pages = await follow(links['last'] ?? '', 'prev')
    expect(idsIn(pages.reverse())).toEqual(idsIn([whole.body]))
    expect(pages[0]).toMatchObject({ number: 0, first: true })
    expect(pages.at(-1)).toMatchObject({ number: pages.length - 1, last: true })
  })

  test('prev of next is the same page', async () => {
    const first = await get(`${path}?after=start&size=2&${query}`)
    const second = await get(first.links['next'] ?? first.links['first'] ?? '')
    const again = await get(second.links['prev'] ?? second.links['first'] ?? '')
    expect(again.body).toEqual(first.body)
  })
})

test('projects can be read by cursor', async () => {
  for (const name of ['b', 'a', 'c']) await makeProject(api, { name, archived: name === 'c' })
  for (const query of ['sort=name', 'sort=status,desc&sort=name', 'status=ACTIVE', 'sort=createdAt,desc']) {
    const cursors = await follow<Project>(`/api/v1/projects?after=start&size=2&${query}`, 'next')
    expect(cursors).toEqual(await follow<Project>(`/api/v1/projects?size=2&${query}`, 'next'))
  }
})

test('an empty list has one page, without prev and next', async () => {
  const { id } = await makeProject(api)
  const { body, links } = await get(`/api/v1/projects/${id}/tasks?after=start`)
  expect(body).toEqual((await get(`/api/v1/projects/${id}/tasks`)).body)
  expect(Object.keys(links)).toEqual(['first', 'last'])
  expect((await get(links['last'] ?? '')).body).toEqual(body)
})

test('concurrent inserts and deletes do not shift pages', async () => {
  const { id } = await makeProject(api)
  const list = `/api/v1/projects/${id}/tasks`
  for (let i = 0; i < 6; i++) await makeTask(api, id, { title: `t${i}` })
  const titlesIn = ({ content }: Page<Task>): string[] => content.map(({ title }) => title)

  const first = await get(`${list}?after=start&size=2`)
  expect(titlesIn(first.body)).toEqual(['t5', 't4'])
  await makeTask(api, id, { title: 'new' })
  await api.send('DELETE', `/api/v1/tasks/${first.body.content[1]?.id}`)
  const second = await get(first.links['next'] ?? '')
  expect(titlesIn(second.body)).toEqual(['t3', 't2'])
  const third = await get(second.links['next'] ?? '')
  expect(titlesIn(third.body)).toEqual(['t1', 't0'])
  expect(third.body).toMatchObject({ number: 2, totalElements: 6, first: false, last: true })
  // The deleted item is missing, and the new one is before the first page.
  const back = await get(second.links['prev'] ?? '')
  expect(titlesIn(back.body)).toEqual(['new', 't5'])
  expect(back.body).toMatchObject({ number: 0, first: true, last: false })
})

test('a changed item is not repeated if the list is sorted by id first', async () => {
  const { id } = await makeProject(api)
  const list = `/api/v1/projects/${id}/tasks`
  const tasks = [await makeTask(api, id), await makeTask(api, id)]
  const { links } = await get(`${list}?after=start&size=1&sort=id&sort=updatedAt`)
  const { status } = await api.send('PATCH', `/api/v1/tasks/${tasks[0]?.id}/status`, {
    body: { status: 'IN_PROGRESS' },
  })
  expect(status).toBe(200)
  const { body } = await get(links['next'] ?? '')
  expect(idsIn([body])).toEqual([tasks[1]?.id])
})

test('a page after which everything was deleted is empty and leads back', async () => {
  const { id } = await makeProject(api)
  const list = `/api/v1/projects/${id}/tasks`
  const tasks = [await makeTask(api, id), await makeTask(api, id), await makeTask(api, id)]
  const { links } = await get(`${list}?after=start&size=2&sort=createdAt`)
  await api.send('DELETE', `/api/v1/tasks/${tasks[2]?.id}`)
  const empty = await get(links['next'] ?? '')
  expect(empty.body).toMatchObject({ empty: true, last: true, totalElements: 2 })
  expect((await get(empty.links['prev'] ?? '')).body.content).toHaveLength(2)
})

describe('links by page number', () => {
  test.each([
    [0, { first: 0, next: 1, last: 2 }],
    [1, { first: 0, prev: 0, next: 2, last: 2 }],
    [2, { first: 0, prev: 1, last: 2 }],
    [9, { first: 0, prev: 2, last: 2 }],
  ])('of page %i', async (number, expected) => {
    const { links } = await get(`${path}?size=3&sort=title&page=${number}`)
    const targets = Object.entries(expected).map(([relation, page]) => [
      relation,
      `${path}?page=${page}&size=3&sort=title,asc`,
    ])
    expect(links).toEqual(Object.fromEntries(targets))
  })

  test('repeat the filters and the whole sort order', async () => {
    const { links } = await get(`${path}?status=TODO&priority=LOW&sort=title&sort=dueDate,DESC`)
    const target = `${path}?status=TODO&priority=LOW&page=0&size=20&sort=title,asc&sort=dueDate,desc`
    expect(links).toEqual({ first: target, last: target })
  })
})

test('links begin with PUBLIC_URL', async () => {
  const other = await startApi({ publicUrl: 'https://api.example.com/base' })
  try {
    const { headers } = await other.send('GET', '/api/v1/projects')
    expect(linksIn(headers.get('link') ?? '')['first']).toBe(
      'https://api.example.com/base/api/v1/projects?page=0&size=20&sort=createdAt,desc',
    )
  } finally {
    await other.stop()
  }
})

const MALFORMED = 'must be "start" or a cursor from the Link header of this list'
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a list responds with 400', () => {
  async function errorOf(query: string, list = path): Promise<unknown> {
    const { status, body } = await api.send<Problem>('GET', `${list}?${query}`)
    expect(status).toBe(400)
    return body.errors
  }
  const cursorOf = async (query = ''): Promise<string> =>
    /after=([\w-]+)/.exec((await get(`${path}?after=start&size=2&${query}`)).links['next'] ?? '')?.[1] ?? ''

  test.each(['', 'x', 'Start', '%00', '\u{1F600}', 'a'.repeat(4097), 'bnVsbA', 'W10', "1';--", 'e30'])(
    'for the cursor %j',
    async (after) => {
      expect(await errorOf(`after=${encodeURIComponent(after)}`)).toEqual([
        { field: 'after', message: MALFORMED },
      ])
    },
  )

  test('for a cursor with a changed or missing character', async () => {
    const cursor = await cursorOf('sort=createdAt')
    expect(await errorOf(`sort=createdAt&after=${cursor.slice(0, -4)}`)).toMatchObject([
      { message: MALFORMED },
    ])
    expect(await errorOf(`sort=createdAt&after=x${cursor.slice(1)}`)).toMatchObject([{ message: MALFORMED }])
  })

  test('for values that are no values of the sort fields', async () => {
    const forged = (sort: string, ...values: unknown[]): string =>
      encode([`${path}?`, sort, 0, 2, [...values, projectId]])
    for (const [sort, value] of [
      ['createdAt,desc', 'x'],
      ['createdAt,desc', '2026-02-30T00:00:00.000Z'],
      ['createdAt,desc', '0000-01-01T00:00:00.000Z'],
      ['createdAt,desc', null],
      ['title,asc', '\u0000'],
      ['title,asc', '\ud800'],
      ['title,asc', 7],
      ['title,asc', {}],
      ['dueDate,asc', '2026-02-30'],
      ['dueDate,asc', 'infinity'],
      ['status,asc', 'ACTIVE2'],
      ['__proto__,asc', 'x'],
      ['constructor,asc', 'x'],
    ] as const) {
      const query = `sort=${sort}&after=${forged(sort, value)}`
      const { status } = await api.send<Problem>('GET', `${path}?${query}`)
      expect([value, status]).toEqual([value, 400])
    }
  })

  test('for a cursor of another list or of other filters', async () => {
    const error = [
      { field: 'after', message: 'is a cursor of another list or of other filters; begin with after=start' },
    ]
    const cursor = await cursorOf()
    const { id } = await makeProject(api)
    expect(await errorOf(`after=${cursor}`, `/api/v1/projects/${id}/tasks`)).toEqual(error)
    expect(await errorOf(`after=${cursor}`, '/api/v1/projects')).toEqual(error)
    expect(await errorOf(`after=${cursor}&status=TODO`)).toEqual(error)
  })

  test('for a cursor of another sort order', async () => {
    const message = 'is a cursor of sort=title,asc; send that sort, or begin with after=start'
    const cursor = await cursorOf('sort=title')
    expect(await errorOf(`after=${cursor}`)).toEqual([{ field: 'after', message }])
    expect(await errorOf(`after=${cursor}&sort=title,desc`)).toEqual([{ field: 'after', message }])
  })

  test('for a cursor of another sort order, with the query to send', async () => {
    const query = 'sort=priority,desc&sort=title,asc'
    const cursor = await cursorOf(query)
    expect(await errorOf(`after=${cursor}`)).toEqual([
      { field: 'after', message: `is a cursor of ${query}; send that sort, or begin with after=start` },
    ])
    expect((await get(`${path}?after=${cursor}&${query}`)).body.empty).toBe(false)
  })

  test('for a cursor with a page number', async () => {
    expect(await errorOf('after=start&page=1')).toEqual([
      { field: 'page', message: 'must not be combined with "after"' },
    ])
  })
})

test('the id of a project in upper case has the same cursors', async () => {
  const { links } = await get(`${path}?after=start&size=2`)
  const { body } = await get((links['next'] ?? '').replace(projectId, projectId.toUpperCase()))
  expect(body.content).toHaveLength(2)
})

test('the size may change between pages', async () => {
  const { links } = await get(`${path}?after=start&size=2&sort=createdAt`)
  const { body } = await get((links['next'] ?? '').replace('size=2', 'size=4'))
  expect(body).toMatchObject({ number: 1, numberOfElements: 4, last: false })
})
