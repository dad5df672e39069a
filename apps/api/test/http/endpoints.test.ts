import { parse } from 'yaml'

import { type Page, type Project, startApi, type Task, type TestApi } from '../support/requests/api.ts'
import { description } from '../support/requests/contract.ts'
import { ABSENT_ID, makeProject, makeTask } from '../support/requests/make.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ settings: { CHANGES_TTL: '3600' } })
})
afterAll(() => api.stop())

const ODD_IDS = [
  '1',
  ABSENT_ID,
  `${ABSENT_ID}0`,
  '%00',
  '%E0%A4%A',
  '%',
  '%2F',
  "'",
  'null',
  '%20',
  '{}',
  'a'.repeat(5000),
]

describe('projects', () => {
  test('POST /api/v1/projects responds with 201, Location and the project', async () => {
    const body = { name: 'Crane', description: 'Hoist' }
    const { status, headers, body: project } = await api.send<Project>('POST', '/api/v1/projects', { body })
    expect(status).toBe(201)
    expect(project).toMatchObject({ ...body, status: 'ACTIVE' })
    expect(headers.get('location')).toBe(`/api/v1/projects/${project.id}`)
    expect((await api.send('GET', headers.get('location') ?? '')).body).toEqual(project)
  })

  test('GET /api/v1/projects: a Page of ProjectResponse', async () => {
    const project = await makeProject(api)
    const { status, body } = await api.send<Page<Project>>('GET', '/api/v1/projects')
    expect(status).toBe(200)
    expect(body.content[0]).toEqual(project)
  })

  test('GET /api/v1/projects/{id}: ProjectResponse', async () => {
    const project = await makeProject(api)
    expect(await api.send('GET', `/api/v1/projects/${project.id}`)).toMatchObject({
      status: 200,
      body: project,
    })
  })

  test('GET /api/v1/projects/{id}: accepts an upper-case id', async () => {
    const project = await makeProject(api)
    const { body } = await api.send('GET', `/api/v1/projects/${project.id.toUpperCase()}`)
    expect(body).toEqual(project)
  })

  test('PUT /api/v1/projects/{id}: ProjectResponse with all members replaced', async () => {
    const project = await makeProject(api, { description: 'Old' })
    const path = `/api/v1/projects/${project.id}`
    const { status, body } = await api.send<Project>('PUT', path, { body: { name: 'New' } })
    expect(status).toBe(200)
    expect(body).toEqual({ ...project, name: 'New', description: null, updatedAt: body.updatedAt })
    expect((await api.send('GET', path)).body).toEqual(body)
  })

  test('POST /api/v1/projects/{id}/archive: ProjectResponse, the same when repeated', async () => {
    const { id } = await makeProject(api)
    const path = `/api/v1/projects/${id}/archive`
    const first = await api.send<Project>('POST', path)
    expect(first).toMatchObject({ status: 200, body: { id, status: 'ARCHIVED' } })
    expect((await api.send('POST', path)).body).toEqual(first.body)
  })

  test('POST /api/v1/projects/{id}/reactivate: ProjectResponse', async () => {
    const { id } = await makeProject(api, { archived: true })
    const reactivated = await api.send('POST', `/api/v1/projects/${id}/reactivate`)
    expect(reactivated).toMatchObject({ status: 200, body: { id, status: 'ACTIVE' } })
  })

  test('DELETE /api/v1/projects/{id} responds with 204 and deletes its tasks too', async () => {
    const { id } = await makeProject(api)
    const task = await makeTask(api, id)
    expect(await api.send('DELETE', `/api/v1/projects/${id}`)).toMatchObject({ status: 204, text: '' })
    expect((await api.send('GET', `/api/v1/projects/${id}`)).status).toBe(404)
    expect((await api.send('GET', `/api/v1/tasks/${task.id}`)).status).toBe(404)
    expect((await api.send('DELETE', `/api/v1/projects/${id}`)).status).toBe(404)
  })
})

describe('tasks', () => {
  const full = { title: 'Order', description: 'Offers', priority: 'HIGH', dueDate: '2026-04-30' } as const

  test('POST /api/v1/projects/{projectId}/tasks responds with 201, Location and the task', async () => {
    const { id } = await makeProject(api)
    const { status, headers, body } = await api.send<Task>('POST', `/api/v1/projects/${id}/tasks`, {
      body: full,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...full, projectId: id, status: 'TODO' })
    expect(headers.get('location')).toBe(`/api/v1/tasks/${body.id}`)
    expect((await api.send('GET', headers.get('location') ?? '')).body).toEqual(body)
  })

  test('GET /api/v1/projects/{projectId}/tasks: a Page of TaskResponse, of that project only', async () => {
    const { id } = await makeProject(api)
    const task = await makeTask(api, id)
    await makeTask(api, (await makeProject(api)).id)
    const { status, body } = await api.send<Page<Task>>('GET', `/api/v1/projects/${id}/tasks`)
    expect(status).toBe(200)
    expect(body.content).toEqual([task])
  })

  test('GET /api/v1/tasks/{id}: TaskResponse', async () => {
    const task = await makeTask(api, (await makeProject(api)).id)
    expect(await api.send('GET', `/api/v1/tasks/${task.id}`)).toMatchObject({ status: 200, body: task })
  })

  test('PUT /api/v1/tasks/{id}: TaskResponse with all members but the status replaced', async () => {
    const { id } = await makeProject(api)
    const task = await makeTask(api, id, { ...full, status: 'IN_PROGRESS' })
    const path = `/api/v1/tasks/${task.id}`
    const { status, body } = await api.send<Task>('PUT', path, { body: { title: 'New' } })
    expect(status).toBe(200)
    const replaced = { title: 'New', description: null, priority: 'MEDIUM', dueDate: null }
    expect(body).toEqual({ ...task, ...replaced, updatedAt: body.updatedAt })
    expect((await api.send('GET', path)).body).toEqual(body)
  })

  test('PATCH /api/v1/tasks/{id}/status: TaskResponse', async () => {
    const task = await makeTask(api, (await makeProject(api)).id)
    const path = `/api/v1/tasks/${task.id}/status`
    const { status, body } = await api.send<Task>('PATCH', path, { body: { status: 'IN_PROGRESS' } })
    expect(status).toBe(200)
    expect(body).toEqual({ ...task, status: 'IN_PROGRESS', updatedAt: body.updatedAt })
  })

  test('DELETE /api/v1/tasks/{id} responds with 204', async () => {
    const task = await makeTask(api, (await makeProject(api)).id)
    const path = `/api/v1/tasks/${task.id}`
    expect(await api.send('DELETE', path)).toMatchObject({ status: 204, text: '' })
    expect((await api.send('GET', path)).status).toBe(404)
    expect((await api.send('DELETE', path)).status).toBe(404)
  })
})

const byId: { method: string; before: string; after: string; body?: unknown; resourceType: string }[] = [
  { method: 'GET', before: '/api/v1/projects/', after: '', resourceType: 'Project' },
  { method: 'PUT', before: '/api/v1/projects/', after: '', body: { name: 'a' }, resourceType: 'Project' },
  { method: 'DELETE', before: '/api/v1/projects/', after: '', resourceType: 'Project' },
  { method: 'POST', before: '/api/v1/projects/', after: '/archive', resourceType: 'Project' },
  { method: 'POST', before: '/api/v1/projects/', after: '/reactivate', resourceType: 'Project' },
  { method: 'GET', before: '/api/v1/projects/', after: '/tasks', resourceType: 'Project' },
  {
    method: 'POST',
    before: '/api/v1/projects/',
    after: '/tasks',
    body: { title: 'a' },
    resourceType: 'Project',
  },
  { method: 'GET', before: '/api/v1/tasks/', after: '', resourceType: 'Task' },
  { method: 'PUT', before: '/api/v1/tasks/', after: '', body: { title: 'a' }, resourceType: 'Task' },
  {
    method: 'PATCH',
    before: '/api/v1/tasks/',
    after: '/status',
    body: { status: 'DONE' },
    resourceType: 'Task',
  },
  { method: 'DELETE', before: '/api/v1/tasks/', after: '', resourceType: 'Task' },
]

describe('an id that does not exist', () => {
  test.each(byId)(
    '$method $before{id}$after responds with 404 with $resourceType and an id of any form',
    async ({ method, before, after, body, resourceType }) => {
      for (const id of ODD_IDS) {
        const response = await api.send<Record<string, string>>(method, before + id + after, { body })
        const identifier = decoded(id)
        expect(response.status).toBe(404)
        expect(response.body).toMatchObject({
          title: 'Resource not found',
          detail: `${resourceType} ${identifier} does not exist`,
          resourceType,
          identifier,
        })
      }
    },
  )
})

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

describe('the OpenAPI document', () => {
  test('is served as JSON at /v3/api-docs', async () => {
    const { status, headers, body } = await api.send('GET', '/v3/api-docs')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(body).toMatchObject({ openapi: description.openapi, info: description.info })
    expect(Object.keys((body as typeof description).paths)).toEqual(Object.keys(description.paths))
  })

  test.each(['1.2', '1.1'] as const)(
    'is served as YAML %s at /v3/api-docs.yaml, with the same content',
    async (version) => {
      const { status, headers, text } = await api.send('GET', '/v3/api-docs.yaml')
      expect(status).toBe(200)
      expect(headers.get('content-type')).toMatch(/^application\/yaml/)
      expect(parse(text, { version })).toEqual((await api.send('GET', '/v3/api-docs')).body)
    },
  )

  test('is OpenAPI 3.1 and has every required operation under /api/v1', () => {
    expect(description.openapi).toMatch(/^3\.1\./)
    const operations = Object.entries(description.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => key !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(operations.sort()).toEqual(
      [
        'POST /api/v1/projects',
        'GET /api/v1/changes',
        'GET /api/v1/projects',
        'GET /api/v1/projects/{id}',
        'PUT /api/v1/projects/{id}',
        'PATCH /api/v1/projects/{id}',
        'POST /api/v1/projects/{id}/archive',
        'POST /api/v1/projects/{id}/reactivate',
        'DELETE /api/v1/projects/{id}',
        'POST /api/v1/projects/{projectId}/tasks',
        'GET /api/v1/projects/{projectId}/tasks',
        'GET /api/v1/tasks/{id}',
        'PUT /api/v1/tasks/{id}',
        'PATCH /api/v1/tasks/{id}',
        'GET /api/v1/tasks',
        'POST /api/v1/projects/{projectId}/tasks/batch',
        'PATCH /api/v1/tasks/{id}/status',
        'DELETE /api/v1/tasks/{id}',
      ].sort(),
    )
  })

  test('is shown by Swagger UI at /swagger-ui.html, which loads all of its files', async () => {
    const { status, headers, text } = await api.send('GET', '/swagger-ui.html')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/html/)
    const files = [...text.matchAll(/(?:src|href)="\.(\/[^"]+)"/g)].map((match) => match[1] ?? '')
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) expect((await api.send('GET', file)).status).toBe(200)
  })

  test.each(['GET', 'HEAD'])('%s / leads to the UI, also below another path', async (method) => {
    const { status, headers } = await fetch(`${api.origin}/`, { method, redirect: 'manual' })
    expect({ status, location: headers.get('location') }).toEqual({
      status: 302,
      location: './swagger-ui.html',
    })
  })

  test('/ is 406 for a client that does not accept HTML, as the UI is', async () => {
    for (const path of ['/', '/swagger-ui.html'])
      expect((await api.send('GET', path, { headers: { Accept: 'application/json' } })).status).toBe(406)
  })
})
