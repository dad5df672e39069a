import { repetitions } from '@workbench/test-support/repetitions'
import { useApi } from '../support/requests/api.ts'
import type { TestResponse } from '../support/requests/client.ts'
import { ABSENT_ID, makeProject, makeTask } from '../support/requests/make.ts'
import { sendWrite, WRITES } from '../support/requests/writes.ts'

const PROJECTS = '/api/v1/projects'
const ROUNDS = repetitions(8, 20)
const WRITERS = 20

const api = useApi()

const tagOf = ({ headers }: TestResponse): string => headers.get('etag') ?? ''

/** Creates a project with a task, and returns their ids and paths. */
async function make() {
  const { id } = await makeProject(api)
  const task = await makeTask(api, id)
  const paths = { project: `${PROJECTS}/${id}`, task: `/api/v1/tasks/${task.id}` }
  return { ids: { project: id, task: task.id }, ...paths }
}

const current = async (path: string) => tagOf(await api.send('GET', path))

/** The writes to an existing project or task, and which of the two. */
const writes = WRITES.filter(({ operation }) => !operation.startsWith('create')).map((write) => ({
  ...{ write, operation: write.operation },
  resource: write.path.startsWith('/tasks') ? ('task' as const) : ('project' as const),
}))

describe('ETag', () => {
  test('is strong, and the same in every response with the same project', async () => {
    const created = await api.send<{ id: string }>('POST', PROJECTS, { body: { name: 'a' } })
    expect(tagOf(created)).toMatch(/^"[!#-~]+"$/)
    expect(await current(`${PROJECTS}/${created.body.id}`)).toBe(tagOf(created))
  })

  type Change = [method: string, suffix: string, body?: object]
  const rename: Change = ['PUT', '', { name: 'b' }]
  const finish: Change = ['PATCH', '/status', { status: 'DONE' }]
  const archive: Change = ['POST', '/archive']
  /** The index of the first response with the same tag, for the first state and after each change. */
  const changes: [kind: 'project' | 'task', firsts: number[], ...Change[]][] = [
    ['project', [0, 1, 2, 3, 3, 5], rename, rename, archive, archive, ['POST', '/reactivate']],
    ['task', [0, 1, 2, 2], ['PUT', '', { title: 'b' }], finish, finish],
  ]
  test.each(changes)(
    'of a %s differs after every change, and stays the same if nothing changes',
    async (kind, firsts, ...all) => {
      const path = (await make())[kind]
      const tags = [await current(path)]
      for (const [method, suffix, body] of all) {
        tags.push(tagOf(await api.send(method, path + suffix, { body })))
        expect(await current(path)).toBe(tags.at(-1))
      }
      expect(tags.map((tag) => tags.indexOf(tag))).toEqual(firsts)
    },
  )
})

describe.each(writes)('$operation', ({ write, resource }) => {
  test('gets 412 with the current tag, and writes nothing, for an old If-Match or a current If-None-Match', async () => {
    const { ids, ...paths } = await make()
    const path = paths[resource]
    const old = await current(path)
    await api.send('PATCH', path, { body: { description: 'b' } })
    const before = await api.send('GET', path)
    const tag = tagOf(before)
    for (const headers of [
      { 'If-Match': old },
      ...['*', tag, `W/${tag}`, `"1-999", ${tag}`].map((tags) => ({ 'If-None-Match': tags })),
    ]) {
      const rejected = await sendWrite(api, write, ids, headers)
      expect([rejected.status, tagOf(rejected)]).toEqual([412, tag])
      expect(rejected.body).toMatchObject({ title: 'Precondition failed', etag: tag })
    }
    const after = await api.send('GET', path)
    expect([after.text, tagOf(after)]).toEqual([before.text, tag])
  })
})

describe('If-Match', () => {
  test.each(['W/"1-1"', '"other"', '"1-01"', '"2-1"', '""', '"1-1é"', '"99999999999999999999999"'])(
    '%s matches no version',
    async (tag) => {
      const { task } = await make()
      expect(await current(task)).toBe('"1-1"')
      expect((await api.send('DELETE', task, { headers: { 'If-Match': tag } })).status).toBe(412)
    },
  )

  test.each(['1-1', '"1-1', '*, "1-1"', '', ',', '"a" "b"'])('%j is rejected with 400', async (tag) => {
    const { status, problem } = await api.send('DELETE', (await make()).project, {
      headers: { 'If-Match': tag },
    })
    const message = 'must be "*" or a list of entity tags, each in double quotes'
    expect([status, problem.errors]).toEqual([400, [{ field: 'If-Match', message }]])
  })

  test.each(writes.filter(({ operation }) => operation.startsWith('update')))(
    'allows only one of many concurrent requests of $operation',
    async ({ write, resource }) => {
      for (let round = 0; round < ROUNDS; round++) {
        const { ids, ...paths } = await make()
        const path = paths[resource]
        const headers = { 'If-Match': await current(path) }
        const answers = await Promise.all(
          Array.from({ length: WRITERS }, () => sendWrite(api, write, ids, headers)),
        )
        const [winner, ...others] = answers.filter(({ status }) => status === 200)
        expect(others).toEqual([])
        expect(answers.filter(({ status }) => status === 412)).toHaveLength(WRITERS - 1)
        expect(await current(path)).toBe(winner?.headers.get('etag'))
      }
    },
  )
})

test.each<[string, string, number]>([
  ['"1-1"', '"1-2"', 200],
  ['*', '"1-2"', 200],
  ['"1-1"', '*', 412],
  ['*', '"1-1"', 412],
  ['"1-2"', '"1-2"', 412],
])(
  'PUT with If-Match %s and If-None-Match %s of a task of version "1-1": %i',
  async (match, noneMatch, status) => {
    const headers = { 'If-Match': match, 'If-None-Match': noneMatch }
    const options = { body: { title: 'New' }, headers }
    expect((await api.send('PUT', (await make()).task, options)).status).toBe(status)
  },
)

test('preconditions are ignored by operations that create, and by lists', async () => {
  const headers = { 'If-None-Match': '*', 'If-Match': '"1-999"' }
  const { ids } = await make()
  for (const write of WRITES.filter(({ operation }) => operation.startsWith('create'))) {
    expect((await sendWrite(api, write, ids, headers)).status).toBe(201)
  }
  for (const list of [PROJECTS, `${PROJECTS}/${ids.project}/tasks`])
    expect((await api.send('GET', list, { headers })).status).toBe(200)
})

describe.each(['project', 'task'] as const)('GET and HEAD of a %s', (kind) => {
  const statusOf = async (path: string, headers: Record<string, string>) => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => api.send(method, path, { headers })),
    )
    expect(head?.status).toBe(get?.status)
    expect(head && tagOf(head)).toBe(get && tagOf(get))
    return get?.status
  }

  test('return 304 without a body if If-None-Match contains it', async () => {
    const path = (await make())[kind]
    const tag = await current(path)
    for (const tags of [tag, `W/${tag}`, `"a" , ${tag},`, '*']) {
      const headers = { 'If-None-Match': tags }
      expect(await statusOf(path, headers)).toBe(304)
      const answer = await api.send('GET', path, { headers })
      expect([tagOf(answer), answer.headers.get('cache-control')]).toEqual([tag, 'no-store'])
      expect([answer.headers.has('content-type'), answer.text]).toEqual([false, ''])
    }
    await api.send('PATCH', path, { body: { description: 'b' } })
    expect(await statusOf(path, { 'If-None-Match': tag })).toBe(200)
  })

  test.each(['If-Match', 'If-None-Match'])(
    '%s: 404 for a missing resource, and 400 if it is not valid',
    async (name) => {
      const path = (await make())[kind].replace(/[^/]+$/, ABSENT_ID)
      expect(await statusOf(path, { [name]: '*' })).toBe(404)
      expect(await statusOf(path, { [name]: 'abc' })).toBe(400)
    },
  )
})
