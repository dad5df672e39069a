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
  'status=TODO&sort=dueDate,desc',
  'priority=LOW&sort=priority,desc',
  'priority=LOW&status=TODO',
]

describe.each(SORTS)('by cursor, %s', (query) => {
  test.each([1, 2, 3, 7, 8])('pages of %i have the items and members of pages by number', async (size) => {
    const cursors = await follow(`${path}?after=start&size=${size}&${query}`, 'next')
    const numbers = await follow(`${path}?size=${size}&${query}`, 'next')
    expect(cursors).toEqual(numbers)
  })
})

test('projects can be read by cursor', async () => {
  for (const name of ['b', 'a', 'c']) await makeProject(api, { name, archived: name === 'c' })
  for (const query of ['sort=name', 'sort=status,desc', 'status=ACTIVE&sort=status', 'sort=createdAt,desc']) {
    const cursors = await follow<Project>(`/api/v1/projects?after=start&size=2&${query}`, 'next')
    expect(cursors).toEqual(await follow<Project>(`/api/v1/projects?size=2&${query}`, 'next'))
  }
})

test('an empty list has one page, without next', async () => {
  const { id } = await makeProject(api)
  const { body, links } = await get(`/api/v1/projects/${id}/tasks?after=start`)
  expect(body).toEqual((await get(`/api/v1/projects/${id}/tasks`)).body)
  expect(Object.keys(links)).toEqual(['first'])
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
})

test('a changed item is not repeated if the list is sorted by id', async () => {
  const { id } = await makeProject(api)
  const list = `/api/v1/projects/${id}/tasks`
  const tasks = [await makeTask(api, id), await makeTask(api, id)]
  const { links } = await get(`${list}?after=start&size=1&sort=id`)
  const { status } = await api.send('PATCH', `/api/v1/tasks/${tasks[0]?.id}/status`, {
    body: { status: 'IN_PROGRESS' },
  })
  expect(status).toBe(200)
  const { body } = await get(links['next'] ?? '')
  expect(idsIn([body])).toEqual([tasks[1]?.id])
})

test('a page after which everything was deleted is empty', async () => {
  const { id } = await makeProject(api)
  const list = `/api/v1/projects/${id}/tasks`
  const tasks = [await makeTask(api, id), await makeTask(api, id), await makeTask(api, id)]
  const { links } = await get(`${list}?after=start&size=2&sort=createdAt`)
  await api.send('DELETE', `/api/v1/tasks/${tasks[2]?.id}`)
  const empty = await get(links['next'] ?? '')
  expect(empty.body).toMatchObject({ number: 1, empty: true, last: true, totalElements: 2 })
  expect(Object.keys(empty.links)).toEqual(['first'])
})

describe('long titles', () => {
  const long = (last: string): string => '👩'.repeat(199) + last

  test.each(['asc', 'desc'])(
    'are read by cursor, %s, with links of less than 500 characters',
    async (direction) => {
      const { id } = await makeProject(api)
      for (const last of ['c', 'a', 'd', 'b']) await makeTask(api, id, { title: long(last) })
      const list = `/api/v1/projects/${id}/tasks?status=TODO&priority=MEDIUM`
      const pages = await follow(`${list}&after=start&size=1&sort=title,${direction}`, 'next')
      const titles = ['a', 'b', 'c', 'd'].map(long)
      expect(pages.flatMap(({ content }) => content.map(({ title }) => title))).toEqual(
        direction === 'asc' ? titles : titles.reverse(),
      )
      const { links } = await get(`${list}&after=start&size=1&sort=title,${direction}`)
      expect(links['next']?.length).toBeLessThan(500)
    },
  )

  test('end with 400 if the item before the page was deleted or renamed', async () => {
    const { id } = await makeProject(api)
    const tasks = [
      await makeTask(api, id, { title: long('a') }),
      await makeTask(api, id, { title: long('b') }),
    ]
    const { links } = await get(`/api/v1/projects/${id}/tasks?after=start&size=1&sort=title`)
    const next = links['next'] ?? ''
    const error = {
      field: 'after',
      message: 'is a cursor of an item that was deleted or renamed; begin with after=start',
    }
    await api.send('PUT', `/api/v1/tasks/${tasks[0]?.id}`, { body: { title: 'x' } })
    expect(await api.send('GET', next)).toMatchObject({ status: 400, body: { errors: [error] } })
    await api.send('DELETE', `/api/v1/tasks/${tasks[0]?.id}`)
    expect(await api.send('GET', next)).toMatchObject({ status: 400, body: { errors: [error] } })
  })
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
      `${path}?page=${page}&size=3&sort=title%2Casc`,
    ])
    expect(links).toEqual(Object.fromEntries(targets))
  })

  test('repeat the filters and the whole sort order', async () => {
    const { links } = await get(`${path}?status=TODO&priority=LOW&sort=title&sort=dueDate,DESC`)
    const target = `${path}?status=TODO&priority=LOW&page=0&size=20&sort=title%2Casc&sort=dueDate%2Cdesc`
    expect(links).toEqual({ first: target, last: target })
  })
})

test('links begin with PUBLIC_URL', async () => {
  const other = await startApi({ publicUrl: 'https://api.example.com/base' })
  try {
    const { headers } = await other.send('GET', '/api/v1/projects')
    expect(linksIn(headers.get('link') ?? '')['first']).toBe(
      'https://api.example.com/base/api/v1/projects?page=0&size=20&sort=createdAt%2Cdesc',
    )
  } finally {
    await other.stop()
  }
})

const MALFORMED = 'must be "start" or a cursor from the Link header of this list'
const OTHER = `${MALFORMED}, with its filters and sort`

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
        { field: 'after', message: expect.stringContaining(MALFORMED) as string },
      ])
    },
  )

  test('for a cursor with a changed or missing character', async () => {
    const cursor = await cursorOf('sort=createdAt')
    expect(await errorOf(`sort=createdAt&after=${cursor.slice(0, -4)}`)).toMatchObject([{ message: OTHER }])
    expect(await errorOf(`sort=createdAt&after=x${cursor.slice(1)}`)).toMatchObject([{ message: OTHER }])
  })

  test('for values that are no values of the sort fields', async () => {
    /** The cursor of a page with another value. */
    const forged = async (sort: string, value: unknown): Promise<string> => {
      const tuple = JSON.parse(
        Buffer.from(await cursorOf(`sort=${sort}`), 'base64url').toString(),
      ) as unknown[]
      return Buffer.from(JSON.stringify([...tuple.slice(0, -1), value])).toString('base64url')
    }
    for (const [sort, value] of [
      ['createdAt,desc', 'x'],
      ['createdAt,desc', '2026-02-30T00:00:00.000Z'],
      ['createdAt,desc', '0000-01-01T00:00:00.000Z'],
      ['createdAt,desc', null],
      ['title,asc', '\u0000'],
      ['title,asc', 7],
      ['title,asc', {}],
      ['dueDate,asc', '2026-02-30'],
      ['dueDate,asc', 'infinity'],
      ['id,asc', 'x'],
    ] as const) {
      const query = `sort=${sort}&after=${await forged(sort, value)}`
      const { status } = await api.send<Problem>('GET', `${path}?${query}`)
      expect([value, status]).toEqual([value, 400])
    }
  })

  test('for a cursor of another list or of other filters', async () => {
    const error = [{ field: 'after', message: OTHER }]
    const cursor = await cursorOf()
    const { id } = await makeProject(api)
    expect(await errorOf(`after=${cursor}`, `/api/v1/projects/${id}/tasks`)).toEqual(error)
    expect(await errorOf(`after=${cursor}`, '/api/v1/projects')).toEqual(error)
    expect(await errorOf(`after=${cursor}&status=TODO`)).toEqual(error)
  })

  test('for a cursor of another sort order', async () => {
    const cursor = await cursorOf('sort=title')
    expect(await errorOf(`after=${cursor}`)).toEqual([{ field: 'after', message: OTHER }])
    expect(await errorOf(`after=${cursor}&sort=title,desc`)).toEqual([{ field: 'after', message: OTHER }])
  })

  test('for a cursor with several sorts', async () => {
    const message = 'must not be combined with several "sort": read such a list by "page"'
    expect(await errorOf('after=start&sort=priority,desc&sort=title')).toEqual([{ field: 'after', message }])
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
