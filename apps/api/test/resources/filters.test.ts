import pg from 'pg'

import { type Page, type Project, startApi, type Task, type TestApi } from '../support/requests/api.ts'
import { ABSENT_ID, makeProject, makeTask } from '../support/requests/make.ts'

let api: TestApi
let crane: Project
let bridge: Project
let tasks: Record<string, Task>
const TEXTS: [string, Partial<Task>][] = [
  [
    'hoist',
    {
      title: 'Order the HOIST',
      description: 'Größe 100% of foo/bar.ts',
      priority: 'HIGH',
      dueDate: '2026-04-30',
    },
  ],
  [
    'rails',
    { title: 'Inspect rails', description: 'a_b C++ (see #12)', priority: 'LOW', dueDate: '2026-05-01' },
  ],
  ['paint', { title: '起重机的资料', description: null, status: 'DONE' }],
  ['motor', { title: 'ПРОВЕРКА мотора', description: 'ΟΔΟΣ', status: 'IN_PROGRESS', dueDate: '0001-01-01' }],
]

beforeAll(async () => {
  api = await startApi()
  crane = await makeProject(api, { name: 'Harbour crane', description: 'Hoist' })
  bridge = await makeProject(api, { name: 'Bridge' })
  tasks = {}
  for (const [name, draft] of TEXTS) tasks[name] = await makeTask(api, crane.id, draft)
  tasks['other'] = await makeTask(api, bridge.id, { title: 'Order bolts' })
  bridge = (await api.send<Project>('POST', `/api/v1/projects/${bridge.id}/archive`)).body
})
afterAll(() => api.stop())

const nameOf = ({ id }: { id: string }): string =>
  Object.entries(tasks).find(([, task]) => task.id === id)?.[0] ?? (id === crane.id ? 'crane' : 'bridge')

async function find(path: string): Promise<string[]> {
  const { status, body, text } = await api.send<Page<Task>>('GET', path)
  if (status !== 200) throw new Error(text)
  expect(body.totalElements).toBe(body.content.length)
  return body.content.map(nameOf)
}
const sorted = async (path: string): Promise<string[]> => (await find(path)).sort()

const inProject: [string, string[]][] = [
  ['status=TODO&status=DONE', ['hoist', 'paint', 'rails']],
  ['status=TODO,DONE', ['hoist', 'paint', 'rails']],
  ['status=TODO%2CDONE&status=DONE', ['hoist', 'paint', 'rails']],
  ['status=DONE,DONE', ['paint']],
  ['status=TODO,IN_PROGRESS,DONE', ['hoist', 'motor', 'paint', 'rails']],
  ['priority=LOW,HIGH', ['hoist', 'rails']],
  ['priority=LOW,HIGH&sort=priority,desc', ['hoist', 'rails']],
  ['status=TODO,DONE&priority=MEDIUM', ['paint']],
  ['dueBefore=2026-04-30', ['hoist', 'motor']],
  ['dueAfter=2026-04-30', ['hoist', 'rails']],
  ['dueAfter=2026-04-30&dueBefore=2026-04-30', ['hoist']],
  ['dueAfter=9999-12-31', []],
  ['dueDate=none', ['paint']],
  ['dueDate=none&dueBefore=2026-01-01', []],
  ['updatedAfter=2020-01-01T00:00:00Z', ['hoist', 'motor', 'paint', 'rails']],
  ['updatedAfter=2999-01-01T00:00:00.000%2B02:00', []],
  ['updatedAfter=0001-01-01T00:00:00%2B14:00', ['hoist', 'motor', 'paint', 'rails']],
  ['updatedAfter=9999-12-31T23:59:59-14:00', []],
]

const searches: [string, string[]][] = [
  ['', ['hoist', 'motor', 'paint', 'rails']],
  ['  ', ['hoist', 'motor', 'paint', 'rails']],
  ['hoist', ['hoist']],
  ['HOI', ['hoist']],
  ['h', ['hoist']],
  ['oist', []],
  ['order hoist', ['hoist']],
  ['hoist order', ['hoist']],
  ['order rails', []],
  ['größe', ['hoist']],
  ['GRÖSSE', ['hoist']],
  ['grö', ['hoist']],
  ['100', ['hoist']],
  ['100%', ['hoist']],
  ['10%', []],
  ['%', ['hoist']],
  ['_', ['rails']],
  ['a_b', ['rails']],
  ['a%b', []],
  ['axb', []],
  ['b', ['hoist', 'rails']],
  ['bar.ts', ['hoist']],
  ['c++', ['rails']],
  ['+', ['rails']],
  ['#12)', ['rails']],
  ['\\', []],
  ["'", []],
  ['(see', ['rails']],
  ['hoist & order', []],
  ['hoist | rails', []],
  ['!hoist', []],
  ['hoist:*', []],
  ['<->', []],
  ['проверка', ['motor']],
  ['Мот', ['motor']],
  ['οδος', ['motor']],
  ['οδοσ', ['motor']],
  ['起重', ['paint']],
  ['重机', ['paint']],
  ['资料', ['paint']],
  ['机重', []],
  ['资', ['paint']],
  ['😀', []],
  ['x'.repeat(200), []],
]

describe('the tasks of a project', () => {
  test.each(inProject)('with %s', async (query, names) => {
    expect(await sorted(`/api/v1/projects/${crane.id}/tasks?${query}`)).toEqual(names)
  })

  test.each(searches)('that are found by %j', async (text, names) => {
    const q = encodeURIComponent(text)
    expect(await sorted(`/api/v1/projects/${crane.id}/tasks?q=${q}`)).toEqual(names)
    expect(await sorted(`/api/v1/tasks?q=${q}&projectId=${crane.id}`)).toEqual(names)
  })

  test('that were changed at a time or later include those of this time', async () => {
    const { updatedAt = '' } = tasks['motor'] ?? {}
    const found = await find(`/api/v1/projects/${crane.id}/tasks?updatedAfter=${updatedAt}&sort=updatedAt`)
    expect(found[0]).toBe('motor')
  })

  test.each([
    ['updatedAfter=2026-01-01', 'updatedAfter'],
    ['updatedAfter=2026-01-01T00:00:00+02:00', 'updatedAfter'],
    ['updatedAfter=2026-02-30T00:00:00Z', 'updatedAfter'],
    ['updatedAfter=2016-12-31T23:59:60Z', 'updatedAfter'],
    ['dueBefore=2026-02-30', 'dueBefore'],
    ['dueBefore=0000-01-01', 'dueBefore'],
    ['dueDate=2026-01-01', 'dueDate'],
    ['status=TODO,', 'status'],
    ['status=TODO,OPEN', 'status'],
    ['q=%00', 'q'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['q=a&q=b', 'q'],
    [`projectId=${ABSENT_ID}`, 'projectId'],
  ])('reject %s', async (query, field) => {
    const path = `/api/v1/projects/${crane.id}/tasks?${query}`
    const { status, body } = await api.send<{ errors: { field: string }[] }>('GET', path)
    expect([status, new Set(body.errors.map((error) => error.field))]).toEqual([400, new Set([field])])
  })
})

describe('the projects', () => {
  test.each([
    ['status=ACTIVE,ARCHIVED', ['bridge', 'crane']],
    ['status=ACTIVE&status=ACTIVE', ['crane']],
    ['q=harb', ['crane']],
    ['q=hoist%20crane', ['crane']],
    ['q=bridge&status=ACTIVE', []],
    ['updatedAfter=2999-01-01T00:00:00Z', []],
  ] as [string, string[]][])('with %s', async (query, names) => {
    expect(await sorted(`/api/v1/projects?${query}`)).toEqual(names)
  })
})

describe('the tasks of all projects', () => {
  test.each([
    ['', ['hoist', 'motor', 'other', 'paint', 'rails']],
    ['q=order', ['hoist', 'other']],
    ['projectStatus=ARCHIVED', ['other']],
    ['projectStatus=ACTIVE&status=TODO', ['hoist', 'rails']],
    ['projectStatus=ACTIVE,ARCHIVED&priority=LOW', ['rails']],
    ['projectStatus=ACTIVE&q=order', ['hoist']],
    ['projectId=no-uuid', []],
    [`projectId=${ABSENT_ID}`, []],
  ] as [string, string[]][])('with %s', async (query, names) => {
    expect(await sorted(`/api/v1/tasks?${query}`)).toEqual(names)
  })

  test('of several projects, in any letter case', async () => {
    const ids = `${crane.id.toUpperCase()},${bridge.id}`
    expect(await find(`/api/v1/tasks?projectId=${ids}`)).toHaveLength(5)
    expect(await find(`/api/v1/tasks?projectId=${bridge.id},no-uuid`)).toEqual(['other'])
  })

  test.each(['createdAt', 'updatedAt', 'dueDate', 'priority', 'id'])(
    'by %s are read by number, and by cursor, in the same order as those of the sorted values',
    async (field) => {
      for (const direction of ['asc', 'desc']) {
        for (const filter of ['', 'status=TODO,DONE,IN_PROGRESS&', 'q=o&', 'dueAfter=0001-01-01&']) {
          const query = `${filter}sort=${field},${direction}`
          const whole = await find(`/api/v1/tasks?${query}`)
          const byNumber: string[] = []
          for (let page = 0; page < whole.length; page++)
            byNumber.push(...(await pageOf(`/api/v1/tasks?${query}&size=1&page=${page}`)).names)
          expect(byNumber).toEqual(whole)
          const byCursor: string[] = []
          for (
            let next: string | undefined = `/api/v1/tasks?${query}&size=1&after=start`;
            next !== undefined;
          ) {
            const page: { names: string[]; next: string | undefined } = await pageOf(next)
            byCursor.push(...page.names)
            next = page.next
          }
          expect(byCursor).toEqual(whole)
        }
      }
      const dated = await find('/api/v1/tasks?sort=dueDate,desc')
      expect(dated.slice(0, 3)).toEqual(['rails', 'hoist', 'motor'])
    },
  )

  async function pageOf(path: string): Promise<{ names: string[]; next: string | undefined }> {
    const { status, body, headers, text } = await api.send<Page<Task>>('GET', path)
    if (status !== 200) throw new Error(text)
    return {
      names: body.content.map(nameOf),
      next: /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1],
    }
  }

  test('by another field, or by several, are 400 with the reason', async () => {
    const message =
      'must be one of id, createdAt, updatedAt, dueDate, priority, for which the tasks of all projects have an index, optionally followed by ",asc" or ",desc"'
    for (const sort of ['title', 'status'])
      expect((await api.send('GET', `/api/v1/tasks?sort=${sort}`)).body).toMatchObject({
        errors: [{ field: 'sort', message }],
      })
    expect((await api.send('GET', '/api/v1/tasks?sort=priority&sort=id')).body).toMatchObject({
      errors: [{ field: 'sort', message: 'must be given only once' }],
    })
  })

  test('links keep the filters, with each value once', async () => {
    const { headers } = await api.send(
      'GET',
      `/api/v1/tasks?status=TODO,DONE&status=TODO&q=${encodeURIComponent('order, a&b')}&updatedAfter=2026-01-01T00:00:00%2B01:00`,
    )
    expect(headers.get('link')).toContain(
      '</api/v1/tasks?status=DONE&status=TODO&updatedAfter=2026-01-01T00%3A00%3A00%2B01%3A00&q=order%2C%20a%26b&page=0&size=20&sort=createdAt%2Cdesc>; rel="first"',
    )
  })
})

test('a word that very many tasks have is found in each order, wherever the tasks with it are', async () => {
  const { id } = await makeProject(api, { name: 'Very many' })
  const client = new pg.Client({ connectionString: api.databaseUrl })
  await client.connect()
  // The last 3,000 of 9,000 have another word.
  await client.query(
    `insert into tasks (id, project_id, title, status, priority, created_at, due_date)
    select gen_random_uuid(), $1, case when n <= 6000 then 'Frequent ' else 'Other ' end || n, 'TODO', 'LOW',
      timestamptz '2020-01-01Z' + n * interval '1 minute', case when n % 2 = 0 then date '2020-01-01' + n end
    from generate_series(1, 9000) as n`,
    [id],
  )
  await client.end()
  const titles = async (query: string): Promise<number[]> => {
    const { body } = await api.send<Page<Task>>('GET', query)
    expect([body.totalElements, body.totalPages]).toEqual([6000, 3000])
    return body.content.map(({ title }) => Number(title.slice('Frequent '.length)))
  }
  for (const list of [`/api/v1/projects/${id}/tasks?`, `/api/v1/tasks?projectId=${id}&`]) {
    const path = `${list}q=frequent&size=2`
    expect(await titles(`${path}&sort=createdAt,asc`)).toEqual([1, 2])
    expect(await titles(path)).toEqual([6000, 5999])
    expect(await titles(`${path}&page=400`)).toEqual([5200, 5199])
    expect(await titles(`${path}&page=2999`)).toEqual([2, 1])
    expect(await titles(`${path}&sort=dueDate,asc`)).toEqual([2, 4])
    expect(await titles(`${path}&sort=dueDate,desc`)).toEqual([6000, 5998])
    expect(await titles(`${path}&sort=createdAt,asc&page=450`)).toEqual([901, 902])
    for (const [sort, numbers] of Object.entries({ 'createdAt,asc': [3, 4], 'dueDate,desc': [5996, 5994] })) {
      const { headers } = await api.send('GET', `${path}&sort=${sort}&after=start`)
      const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
      expect(await titles(next)).toEqual(numbers)
    }
  }
})
