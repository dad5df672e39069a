import { randomUUID } from 'node:crypto'
import { type Page, type Project, type Task, useApi } from '../support/requests/api.ts'
import type { TestResponse } from '../support/requests/client.ts'
import { queryOn } from '../support/database/query-on.ts'
import { ABSENT_ID, makeProject, makeTask } from '../support/requests/make.ts'

const api = useApi()

let crane: Project
let bridge: Project
const tasks: Record<string, Task> = {}
const DRAFTS: Record<string, Partial<Task>> = {
  hoist: {
    ...{ title: 'Order the HOIST', description: 'Größe 100% of foo/bar.ts' },
    ...{ priority: 'HIGH', dueDate: '2026-04-30' },
  },
  rails: { title: 'Inspect rails', description: 'a_b C++ (see #12)', priority: 'LOW', dueDate: '2026-05-01' },
  paint: { title: '起重机的资料', description: null, status: 'DONE' },
  motor: { title: 'ПРОВЕРКА мотора', description: 'ΟΔΟΣ', status: 'IN_PROGRESS', dueDate: '0001-01-01' },
}

beforeAll(async () => {
  crane = await makeProject(api, { name: 'Harbour crane', description: 'Hoist' })
  bridge = await makeProject(api, { name: 'Bridge' })
  for (const [name, draft] of Object.entries(DRAFTS)) tasks[name] = await makeTask(api, crane.id, draft)
  tasks['other'] = await makeTask(api, bridge.id, { title: 'Order bolts' })
  bridge = (await api.send<Project>('POST', `/api/v1/projects/${bridge.id}/archive`)).body
})
const nameOf = ({ id }: { id: string }): string =>
  Object.entries(tasks).find(([, task]) => task.id === id)?.[0] ?? (id === crane.id ? 'crane' : 'bridge')

async function find(path: string): Promise<string[]> {
  const { status, body, text } = await api.send<Page<Task>>('GET', path)
  if (status !== 200) throw new Error(text)
  expect(body.totalElements).toBe(body.content.length)
  return body.content.map(nameOf)
}
const sorted = async (path: string): Promise<string> => (await find(path)).sort().join(' ')

/** Filters of the tasks of a project, and the tasks that they leave. */
const inProject: [query: string, names: string][] = [
  ['status=TODO&status=DONE', 'hoist paint rails'],
  ['status=TODO,DONE', 'hoist paint rails'],
  ['status=TODO%2CDONE&status=DONE', 'hoist paint rails'],
  ['status=TODO,IN_PROGRESS,DONE', 'hoist motor paint rails'],
  ['%73tatus=TODO,DONE', 'hoist paint rails'],
  ['priority=LOW,HIGH&sort=priority,desc', 'hoist rails'],
  ['status=TODO,DONE&priority=MEDIUM', 'paint'],
  ['dueBefore=2026-04-30', 'hoist motor'],
  ['dueAfter=2026-04-30', 'hoist rails'],
  ['dueAfter=2026-04-30&dueBefore=2026-04-30', 'hoist'],
  ['dueDate=none', 'paint'],
  ['dueDate=none&dueBefore=2026-01-01', ''],
  ['updatedAfter=2020-01-01T00:00:00Z', 'hoist motor paint rails'],
  ['updatedAfter=2999-01-01T00:00:00.000%2B02:00', ''],
  ['updatedAfter=0001-01-01T00:00:00%2B14:00', 'hoist motor paint rails'],
  ['updatedAfter=9999-12-31T23:59:59-14:00', ''],
]

/** The words of searches, and what they find. */
const searches: [found: string, ...texts: string[]][] = [
  ['hoist motor paint rails', '', '  '],
  ['hoist', 'hoist', 'HOI', 'h', 'order hoist', 'hoist order', 'größe', 'GRÖSSE', 'grö', '100', '100%', '%'],
  ['hoist', 'bar.ts'],
  ['rails', '_', 'a_b', 'c++', '+', '#12)', '(see'],
  ['hoist rails', 'b'],
  ['motor', 'проверка', 'Мот', 'οδος', 'οδοσ'],
  ['paint', '起重', '重机', '资料', '资'],
  ['', 'oist', 'order rails', '10%', 'a%b', 'axb', '\\', "'", '机重', '😀', 'x'.repeat(200)],
  ['', 'hoist & order', 'hoist | rails', '!hoist', 'hoist:*', '<->'],
]

describe('the tasks of a project', () => {
  test.each(inProject)('with %s: %s', async (query, names) => {
    expect(await sorted(`/api/v1/projects/${crane.id}/tasks?${query}`)).toBe(names)
  })

  const words = searches.flatMap(([names, ...texts]) => texts.map((text) => [text, names] as const))
  test.each(words)('that are found by %j: %s', async (text, names) => {
    const q = encodeURIComponent(text)
    expect(await sorted(`/api/v1/projects/${crane.id}/tasks?q=${q}`)).toBe(names)
    expect(await sorted(`/api/v1/tasks?q=${q}&projectId=${crane.id}`)).toBe(names)
  })

  test('that were changed at a time or later include those of this time', async () => {
    const { updatedAt = '' } = tasks['motor'] ?? {}
    const found = await find(`/api/v1/projects/${crane.id}/tasks?updatedAfter=${updatedAt}&sort=updatedAt`)
    expect(found[0]).toBe('motor')
  })

  test.each([
    ...['2026-01-01', '2026-01-01T00:00:00+02:00', '2026-02-30T00:00:00Z', '2016-12-31T23:59:60Z'].map(
      (time) => `updatedAfter=${time}`,
    ),
    ...[
      'dueBefore=2026-02-30',
      'dueBefore=0000-01-01',
      'dueDate=2026-01-01',
      'status=TODO,OPEN',
      'status=TODO=,DONE',
    ],
    ...['q=%00', `q=${'x'.repeat(201)}`, 'q=a&q=b', `projectId=${ABSENT_ID}`],
  ])('reject %s', async (query) => {
    const { status, problem } = await api.send('GET', `/api/v1/projects/${crane.id}/tasks?${query}`)
    const fields = new Set(problem.errors.map(({ field }) => field))
    expect([status, fields]).toEqual([400, new Set([query.split('=')[0]])])
  })
})

describe('the projects', () => {
  test.each([
    ['status=ACTIVE,ARCHIVED', 'bridge crane'],
    ['q=harb', 'crane'],
    ['q=hoist%20crane', 'crane'],
    ['q=bridge&status=ACTIVE', ''],
    ['updatedAfter=2999-01-01T00:00:00Z', ''],
  ])('with %s: %s', async (query, names) => {
    expect(await sorted(`/api/v1/projects?${query}`)).toBe(names)
  })
})

describe('the tasks of all projects', () => {
  test.each([
    ['', 'hoist motor other paint rails'],
    ['q=order', 'hoist other'],
    ['projectStatus=ARCHIVED', 'other'],
    ['projectStatus=ACTIVE&status=TODO', 'hoist rails'],
    ['projectStatus=ACTIVE,ARCHIVED&priority=LOW', 'rails'],
    ['projectId=no-uuid', ''],
    [`projectId=${ABSENT_ID}`, ''],
  ])('with %s: %s', async (query, names) => {
    expect(await sorted(`/api/v1/tasks?${query}`)).toBe(names)
  })

  test('of several projects, in any letter case', async () => {
    const ids = `${crane.id.toUpperCase()},${bridge.id}`
    expect(await find(`/api/v1/tasks?projectId=${ids}`)).toHaveLength(5)
    expect(await find(`/api/v1/tasks?projectId=${bridge.id},no-uuid`)).toEqual(['other'])
  })

  test.each(['createdAt', 'updatedAt', 'dueDate', 'priority', 'id'])(
    'by %s are read by number and by cursor in the same order',
    async (field) => {
      for (const direction of ['asc', 'desc']) {
        for (const filter of ['', 'status=TODO,DONE,IN_PROGRESS&', 'q=o&', 'dueAfter=0001-01-01&']) {
          const list = `/api/v1/tasks?${filter}sort=${field},${direction}`
          const whole = await find(list)
          for (const begin of ['page=0', 'after=start']) {
            const names: string[] = []
            for (let next: string | undefined = `${list}&size=1&${begin}`; next !== undefined;) {
              const page: TestResponse<Page<Task>> = await api.send('GET', next)
              names.push(...page.body.content.map(nameOf))
              next = page.links['next']
            }
            expect(names).toEqual(whole)
          }
        }
      }
      const dated = await find('/api/v1/tasks?sort=dueDate,desc')
      expect(dated.slice(0, 3)).toEqual(['rails', 'hoist', 'motor'])
    },
  )

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

  test.each([
    ['page=1', 'rails', 'paint'],
    ['after=start', 'hoist', 'rails'],
  ])('have one link if the filters are long, with %s', async (begin, ...names) => {
    const ids = Array.from({ length: 99 }, () => randomUUID())
    const list = `/api/v1/tasks?projectId=${[crane.id, ...ids].join()}&sort=createdAt`
    let path = `${list}&size=1&${begin}`
    for (const name of names) {
      const { links, body } = await api.send<Page<Task>>('GET', path)
      expect([body.content.map(nameOf), Object.keys(links)]).toEqual([[name], ['next']])
      path = links['next'] ?? ''
    }
    expect(Object.keys((await api.send('GET', list)).links)).toEqual(['first'])
  })
})

test('a word that very many tasks have is found in each order, wherever the tasks with it are', async () => {
  const { id } = await makeProject(api, { name: 'Very many' })
  // The last 3,000 of 9,000 have another word.
  await queryOn(
    api.databaseUrl,
    `insert into tasks (id, project_id, title, status, priority, created_at, due_date)
    select gen_random_uuid(), $1, case when n <= 6000 then 'Frequent ' else 'Other ' end || n, 'TODO', 'LOW',
      timestamptz '2020-01-01Z' + n * interval '1 minute', case when n % 2 = 0 then date '2020-01-01' + n end
    from generate_series(1, 9000) as n`,
    [id],
  )
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
      const { links } = await api.send('GET', `${path}&sort=${sort}&after=start`)
      expect(await titles(links['next'] ?? '')).toEqual(numbers)
    }
  }
})
