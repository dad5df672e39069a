import { repetitions } from '@workbench/test-support/repetitions'
import { type Page, type Project, startApi, type Task, type TestApi } from '../support/requests/api.ts'
import type { TestResponse } from '../support/requests/client.ts'
import { ABSENT_ID, makeProject, makeTask } from '../support/requests/make.ts'

const PROJECTS = '/api/v1/projects'
const ROUNDS = repetitions(8, 20)
const WRITERS = 20

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const tagOf = ({ headers }: TestResponse): string => headers.get('etag') ?? ''

/** Creates a project with a task and returns their paths. */
async function make() {
  const { id } = await makeProject(api)
  const task = await makeTask(api, id)
  return { project: `${PROJECTS}/${id}`, task: `/api/v1/tasks/${task.id}` }
}

const current = async (path: string) => tagOf(await api.send('GET', path))

type Resource = 'project' | 'task'

/** Every operation that changes an existing project or task. */
const writes: [string, Resource, string, string, object | undefined][] = [
  ['updateProject', 'project', 'PUT', '', { name: 'New' }],
  ['archiveProject', 'project', 'POST', '/archive', undefined],
  ['deleteProject', 'project', 'DELETE', '', undefined],
  ['updateTask', 'task', 'PUT', '', { title: 'New' }],
  ['updateTaskStatus', 'task', 'PATCH', '/status', { status: 'DONE' }],
  ['deleteTask', 'task', 'DELETE', '', undefined],
]

describe('ETag', () => {
  test('is strong and the same in every response with the same project', async () => {
    const created = await api.send<Project>('POST', PROJECTS, { body: { name: 'a' } })
    expect(tagOf(created)).toMatch(/^"[!#-~]+"$/)
    expect(await current(`${PROJECTS}/${created.body.id}`)).toBe(tagOf(created))
  })

  test('differs after every change, and stays the same if nothing changes', async () => {
    const { project, task } = await make()
    const tags: string[] = []
    const send = async (method: string, path: string, body?: object) => {
      const answer = await api.send(method, path, body === undefined ? {} : { body })
      expect(await current(path.replace(/\/(archive|reactivate|status)$/, ''))).toBe(tagOf(answer))
      tags.push(tagOf(answer))
    }
    await send('GET', project)
    await send('PUT', project, { name: 'b' })
    await send('PUT', project, { name: 'b' })
    await send('POST', `${project}/archive`)
    await send('POST', `${project}/archive`)
    await send('POST', `${project}/reactivate`)
    await send('POST', `${project}/reactivate`)
    expect(tags.map((tag) => tags.indexOf(tag))).toEqual([0, 1, 2, 3, 3, 5, 5])

    tags.length = 0
    await send('GET', task)
    await send('PUT', task, { title: 'b' })
    await send('PATCH', `${task}/status`, { status: 'IN_PROGRESS' })
    await send('PATCH', `${task}/status`, { status: 'IN_PROGRESS' })
    await send('PATCH', `${task}/status`, { status: 'DONE' })
    expect(tags.map((tag) => tags.indexOf(tag))).toEqual([0, 1, 2, 2, 4])
  })

  test('of a project does not depend on its tasks, nor that of a task on its project', async () => {
    const { project, task } = await make()
    const before = [await current(project), await current(task)]
    await api.send('PUT', task, { body: { title: 'b' } })
    expect(await current(project)).toBe(before[0])
    const changed = await current(task)
    await api.send('POST', `${project}/archive`)
    expect(await current(task)).toBe(changed)
  })

  test('is absent from lists and their items', async () => {
    const { project } = await make()
    const list = await api.send<Page<Task>>('GET', `${project}/tasks`)
    expect(list.headers.has('etag')).toBe(false)
    expect(Object.keys(list.body.content[0] ?? {})).not.toContain('version')
    expect(Object.keys((await api.send<Project>('GET', project)).body)).not.toContain('version')
  })
})

describe('If-Match', () => {
  test.each(writes)(
    '%s succeeds with the current entity tag',
    async (_name, resource, method, suffix, body) => {
      const path = (await make())[resource]
      const headers = { 'If-Match': `"1-999", ${await current(path)}` }
      const { status } = await api.send(method, path + suffix, { body, headers })
      expect([200, 204]).toContain(status)
    },
  )

  test.each(writes)(
    '%s with an old entity tag gets 412 with the current one, and nothing is written',
    async (_name, resource, method, suffix, body) => {
      const path = (await make())[resource]
      const old = await current(path)
      await api.send('PUT', path, { body: resource === 'project' ? { name: 'b' } : { title: 'b' } })
      const before = await api.send('GET', path)
      const rejected = await api.send(method, path + suffix, { body, headers: { 'If-Match': old } })
      expect(rejected.status).toBe(412)
      expect(rejected.body).toMatchObject({ title: 'Precondition failed', etag: tagOf(before) })
      expect(tagOf(rejected)).toBe(tagOf(before))
      const after = await api.send('GET', path)
      expect(after.text).toBe(before.text)
      expect(tagOf(after)).toBe(tagOf(before))
    },
  )

  test.each(['W/"1-1"', '"other"', '"1-01"', '"2-1"', '""', '"1-1é"', '"99999999999999999999999"'])(
    '%s matches no version',
    async (tag) => {
      const { task } = await make()
      expect(await current(task)).toBe('"1-1"')
      expect((await api.send('DELETE', task, { headers: { 'If-Match': tag } })).status).toBe(412)
    },
  )

  test('is checked before the status rules', async () => {
    const { project, task } = await make()
    const tag = await current(task)
    await api.send('POST', `${project}/archive`)
    const put = async (match: string) =>
      (await api.send('PUT', task, { body: { title: 'b' }, headers: { 'If-Match': match } })).status
    expect(await put('"1-9"')).toBe(412)
    expect(await put(tag)).toBe(409)
  })

  test.each(['1-1', '"1-1', '*, "1-1"', '', ',', '"a" "b"'])('%j is rejected with 400', async (tag) => {
    const { project } = await make()
    const response = await api.send('DELETE', project, { headers: { 'If-Match': tag } })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({
      errors: [{ field: 'If-Match', message: 'must be "*" or a list of entity tags, each in double quotes' }],
    })
  })

  test.each<[Resource, object]>([
    ['project', { name: 'New' }],
    ['task', { title: 'New' }],
  ])('allows only one of many concurrent updates of a %s', async (resource, body) => {
    for (let round = 0; round < ROUNDS; round++) {
      const path = (await make())[resource]
      const headers = { 'If-Match': await current(path) }
      const answers = await Promise.all(
        Array.from({ length: WRITERS }, () => api.send('PUT', path, { body, headers })),
      )
      const winners = answers.filter(({ status }) => status === 200)
      expect(winners).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 412)).toHaveLength(WRITERS - 1)
      expect(await current(path)).toBe(winners[0]?.headers.get('etag'))
    }
  })

  test('with a loop of read and write lets concurrent clients increment a counter without lost updates', async () => {
    const { task } = await make()
    await api.send('PUT', task, { body: { title: '0' } })
    const increment = async (): Promise<void> => {
      for (;;) {
        const read = await api.send<Task>('GET', task)
        const title = String(Number(read.body.title) + 1)
        const headers = { 'If-Match': tagOf(read) }
        if ((await api.send('PUT', task, { body: { title }, headers })).status === 200) return
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, increment))
    expect((await api.send<Task>('GET', task)).body.title).toBe(String(WRITERS))
  })
})

describe('If-None-Match of a write', () => {
  test.each(writes)(
    '%s with the current entity tag or * gets 412, and nothing is written',
    async (_name, resource, method, suffix, body) => {
      const path = (await make())[resource]
      const before = await api.send('GET', path)
      for (const tags of ['*', tagOf(before), `W/${tagOf(before)}`, `"1-999", ${tagOf(before)}`]) {
        const rejected = await api.send(method, path + suffix, { body, headers: { 'If-None-Match': tags } })
        expect(rejected.status).toBe(412)
        expect(rejected.body).toMatchObject({ title: 'Precondition failed', etag: tagOf(before) })
        expect(tagOf(rejected)).toBe(tagOf(before))
      }
      const after = await api.send('GET', path)
      expect([after.text, tagOf(after)]).toEqual([before.text, tagOf(before)])
    },
  )

  test.each<[string, string, number]>([
    ['"1-1"', '"1-2"', 200],
    ['*', '"1-2"', 200],
    ['"1-1"', '"1-1"', 412],
    ['"1-1"', '*', 412],
    ['*', '"1-1"', 412],
    ['"1-2"', '"1-2"', 412],
  ])(
    'with If-Match %s and If-None-Match %s, a task of version "1-1": %i',
    async (match, noneMatch, status) => {
      const { task } = await make()
      const headers = { 'If-Match': match, 'If-None-Match': noneMatch }
      expect((await api.send('PUT', task, { body: { title: 'New' }, headers })).status).toBe(status)
    },
  )

  test('that is not valid is rejected with 400', async () => {
    const { project } = await make()
    const response = await api.send('DELETE', project, { headers: { 'If-None-Match': 'abc' } })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ errors: [{ field: 'If-None-Match' }] })
  })

  test('is ignored by operations that create', async () => {
    const headers = { 'If-None-Match': '*', 'If-Match': '"1-999"' }
    expect((await api.send('POST', PROJECTS, { body: { name: 'a' }, headers })).status).toBe(201)
  })
})

describe.each<Resource>(['project', 'task'])('If-Match of a GET of a %s', (resource) => {
  const statusOf = async (path: string, headers: Record<string, string>) => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => api.send(method, path, { headers })),
    )
    expect(head?.status).toBe(get?.status)
    expect(head && tagOf(head)).toBe(get && tagOf(get))
    return get?.status
  }

  test('fails with 412 unless it contains the current entity tag or *', async () => {
    const path = (await make())[resource]
    const tag = await current(path)
    for (const tags of [tag, '*', `"1-999", ${tag}`])
      expect(await statusOf(path, { 'If-Match': tags })).toBe(200)
    for (const tags of [`W/${tag}`, '"1-999"', '"other"'])
      expect(await statusOf(path, { 'If-Match': tags })).toBe(412)
    const rejected = await api.send('GET', path, { headers: { 'If-Match': '"1-999"' } })
    expect(rejected.body).toMatchObject({ title: 'Precondition failed', etag: tag })
  })

  test('of a missing resource is 404, and one that is not valid 400', async () => {
    const path = (await make())[resource].replace(/[^/]+$/, ABSENT_ID)
    expect(await statusOf(path, { 'If-Match': '*' })).toBe(404)
    expect(await statusOf(path, { 'If-Match': 'abc' })).toBe(400)
  })
})

describe('If-None-Match', () => {
  const get = (path: string, tag: string, method = 'GET') =>
    fetch(api.origin + path, { method, headers: { 'If-None-Match': tag } })

  test.each(['GET', 'HEAD'])('%s with the current entity tag returns 304 without a body', async (method) => {
    const { task } = await make()
    const tag = await current(task)
    for (const known of [tag, `W/${tag}`, `"a" , ${tag},`, '*']) {
      const answer = await get(task, known, method)
      expect(answer.status).toBe(304)
      expect(answer.headers.get('etag')).toBe(tag)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.has('content-type')).toBe(false)
      expect(await answer.text()).toBe('')
    }
  })

  test('returns 200 after a change', async () => {
    const { project } = await make()
    const old = await current(project)
    await api.send('PUT', project, { body: { name: 'b' } })
    const answer = await get(project, old)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ name: 'b' })
  })

  test('returns 404 for a missing resource', async () => {
    expect((await get(`/api/v1/tasks/${ABSENT_ID}`, '*')).status).toBe(404)
  })

  test('that is not valid is rejected with 400', async () => {
    const { task } = await make()
    expect(await (await get(task, 'abc')).json()).toMatchObject({ errors: [{ field: 'If-None-Match' }] })
  })

  test('is ignored for lists', async () => {
    expect((await get(PROJECTS, '*')).status).toBe(200)
  })
})
