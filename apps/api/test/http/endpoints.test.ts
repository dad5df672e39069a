import { parse } from 'yaml'

import { type Project, type Task, useApi } from '../support/requests/api.ts'
import { description } from '../support/requests/contract.ts'
import { ABSENT_ID, makeProject, makeTask } from '../support/requests/make.ts'
import { WRITES } from '../support/requests/writes.ts'

const api = useApi({ settings: { CHANGES_TTL: '3600' } })

const PROJECTS = '/api/v1/projects'
const get = async (path: string): Promise<unknown> => (await api.send('GET', path)).body

test('POST /api/v1/projects responds with 201, Location and the ProjectResponse', async () => {
  const body = { name: 'Crane', description: 'Hoist' }
  const created = await api.send<Project>('POST', PROJECTS, { body })
  expect([created.status, created.body]).toMatchObject([201, { ...body, status: 'ACTIVE' }])
  expect(created.headers.get('location')).toBe(`${PROJECTS}/${created.body.id}`)
  expect(await get(`${PROJECTS}/${created.body.id}`)).toEqual(created.body)
})

test('GET /api/v1/projects/{id}: ProjectResponse, also for an id in upper case', async () => {
  const project = await makeProject(api)
  expect(await get(`${PROJECTS}/${project.id}`)).toEqual(project)
  expect(await get(`${PROJECTS}/${project.id.toUpperCase()}`)).toEqual(project)
})

test('PUT /api/v1/projects/{id}: ProjectResponse with all members replaced', async () => {
  const project = await makeProject(api, { description: 'Old' })
  const path = `${PROJECTS}/${project.id}`
  const { status, body } = await api.send<Project>('PUT', path, { body: { name: 'New' } })
  const replaced = { name: 'New', description: null, updatedAt: body.updatedAt }
  expect([status, body, await get(path)]).toEqual([200, { ...project, ...replaced }, body])
})

test('POST /api/v1/projects/{projectId}/tasks responds with 201, Location and the TaskResponse', async () => {
  const { id } = await makeProject(api)
  const body = { title: 'Order', description: 'Offers', priority: 'HIGH', dueDate: '2026-04-30' }
  const created = await api.send<Task>('POST', `${PROJECTS}/${id}/tasks`, { body })
  expect([created.status, created.body]).toMatchObject([201, { ...body, projectId: id, status: 'TODO' }])
  expect(created.headers.get('location')).toBe(`/api/v1/tasks/${created.body.id}`)
  expect(await get(`/api/v1/tasks/${created.body.id}`)).toEqual(created.body)
})

test('GET /api/v1/projects/{projectId}/tasks: Page of TaskResponse, of that project only', async () => {
  const { id } = await makeProject(api)
  const task = await makeTask(api, id)
  await makeTask(api, (await makeProject(api)).id)
  expect(await get(`${PROJECTS}/${id}/tasks`)).toMatchObject({ content: [task], totalElements: 1 })
})

test('PUT /api/v1/tasks/{id}: TaskResponse with all members but the status replaced', async () => {
  const members = { priority: 'HIGH', dueDate: '2026-04-30', status: 'IN_PROGRESS' } as const
  const task = await makeTask(api, (await makeProject(api)).id, { description: 'Offers', ...members })
  const path = `/api/v1/tasks/${task.id}`
  const { status, body } = await api.send<Task>('PUT', path, { body: { title: 'New' } })
  const replaced = { title: 'New', description: null, priority: 'MEDIUM', dueDate: null }
  expect([status, body]).toEqual([200, { ...task, ...replaced, updatedAt: body.updatedAt }])
  expect(await get(path)).toEqual(body)
})

test('DELETE /api/v1/tasks/{id} and /projects/{id}: 204 No Content; the tasks of a project are deleted, too', async () => {
  const { id } = await makeProject(api)
  const [one, two] = [await makeTask(api, id), await makeTask(api, id)]
  const statusesOf = async (method: string, paths: string[]) =>
    (await Promise.all(paths.map((path) => api.send(method, path)))).map(({ status }) => status)
  for (const path of [`/api/v1/tasks/${one.id}`, `${PROJECTS}/${id}`])
    expect(await api.send('DELETE', path)).toMatchObject({ status: 204, text: '' })
  const gone = [`/api/v1/tasks/${one.id}`, `${PROJECTS}/${id}`, `/api/v1/tasks/${two.id}`]
  expect(await statusesOf('GET', gone)).toEqual([404, 404, 404])
  expect(await statusesOf('DELETE', gone)).toEqual([404, 404, 404])
})

const ODD_IDS = [
  ...['1', ABSENT_ID, `${ABSENT_ID}0`, '%00', '%E0%A4%A', '%', '%2F', "'", 'null', '%20', '{}'],
  'a'.repeat(5000),
]

const byId = [
  ...WRITES.map(({ method, path, body }) => ({ method, path, body })),
  ...['/projects/{project}', '/projects/{project}/tasks', '/tasks/{task}'].map((path) => ({
    ...{ method: 'GET', path, body: undefined },
  })),
].filter(({ path }) => path.includes('{'))

test.each(byId)(
  '$method $path responds with 404 to an id of any form that does not exist',
  async ({ method, path, body }) => {
    const resourceType = path.startsWith('/tasks') ? 'Task' : 'Project'
    for (const id of ODD_IDS) {
      const response = await api.send(method, `/api/v1${path.replace(/\{\w+\}/, id)}`, { body })
      const identifier = decoded(id)
      const detail = `${resourceType} ${identifier} does not exist`
      expect(response.status).toBe(404)
      expect(response.body).toMatchObject({ title: 'Resource not found', detail, resourceType, identifier })
    }
  },
)

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

describe('the OpenAPI document', () => {
  test('is served as JSON at /v3/api-docs', async () => {
    const { headers, body } = await api.send<typeof description>('GET', '/v3/api-docs')
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(body).toMatchObject({ openapi: description.openapi, info: description.info })
    expect(Object.keys(body.paths)).toEqual(Object.keys(description.paths))
  })

  test.each(['1.2', '1.1'] as const)(
    'is served as YAML %s at /v3/api-docs.yaml, with the same content',
    async (version) => {
      const { headers, text } = await api.send('GET', '/v3/api-docs.yaml')
      expect(headers.get('content-type')).toMatch(/^application\/yaml/)
      expect(parse(text, { version })).toEqual(await get('/v3/api-docs'))
    },
  )

  test('is OpenAPI 3.1 and has every required operation under /api/v1', () => {
    expect(description.openapi).toMatch(/^3\.1\./)
    const operations = Object.entries(description.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => key !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
    const added = ['GET /api/v1/changes', 'GET /api/v1/tasks', `POST ${PROJECTS}/{projectId}/tasks/batch`]
    expect(operations.sort()).toEqual(
      [
        ...['GET', 'POST'].map((method) => `${method} ${PROJECTS}`),
        ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} ${PROJECTS}/{id}`),
        ...['archive', 'reactivate'].map((command) => `POST ${PROJECTS}/{id}/${command}`),
        ...['GET', 'POST'].map((method) => `${method} ${PROJECTS}/{projectId}/tasks`),
        ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /api/v1/tasks/{id}`),
        'PATCH /api/v1/tasks/{id}/status',
        ...added,
      ].sort(),
    )
  })

  test('is shown by the interactive UI at /swagger-ui.html, which loads all of its files', async () => {
    const { headers, text } = await api.send('GET', '/swagger-ui.html')
    expect(headers.get('content-type')).toMatch(/^text\/html/)
    const files = [...text.matchAll(/(?:src|href)="\.(\/[^"]+)"/g)].map((match) => match[1] ?? '')
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) expect((await api.send('GET', file)).status).toBe(200)
  })

  test.each(['GET', 'HEAD'])('%s / leads to the UI, also below another path', async (method) => {
    const { status, headers } = await api.send(method, '/')
    expect([status, headers.get('location')]).toEqual([302, './swagger-ui.html'])
  })

  test('/ is 406 for a client that does not accept HTML, as the UI is', async () => {
    for (const path of ['/', '/swagger-ui.html'])
      expect((await api.send('GET', path, { headers: { Accept: 'application/json' } })).status).toBe(406)
  })
})
