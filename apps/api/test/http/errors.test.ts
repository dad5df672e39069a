import { gzipSync } from 'node:zlib'

import { PROBLEM_TYPES } from '../../src/problems/problem-types.ts'

import { ERRORS_BASE, type Task, useApi } from '../support/requests/api.ts'
import type { RequestOptions, TestResponse } from '../support/requests/client.ts'
import { ABSENT_ID, makeProject, makeTask } from '../support/requests/make.ts'
import { parseAnswer, sendRaw } from '../support/requests/raw-http.ts'

const PROJECTS = '/api/v1/projects'

const api = useApi()

let task: Task
beforeAll(async () => {
  task = await makeTask(api, (await makeProject(api)).id, { status: 'DONE' })
})

/** Expects a problem with the common members of its type, by the name of the type. */
function expectProblem({ status, headers, problem }: TestResponse, name: keyof typeof PROBLEM_TYPES): void {
  const { title, status: expected } = PROBLEM_TYPES[name]
  expect([status, headers.get('content-type')]).toEqual([expected, 'application/problem+json'])
  expect(problem).toMatchObject({ type: `${ERRORS_BASE}/${name}`, title, status })
  expect(problem.detail).not.toBe('')
  expect(problem.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
}

async function expectInvalid(
  method: string,
  path: string,
  options: RequestOptions,
  ...errors: string[]
): Promise<void> {
  const response = await api.send(method, path, options)
  expectProblem(response, 'validation')
  expect(response.problem.detail).toBe('Validation failed for one or more fields')
  expect(response.problem.errors.map(({ field, message }) => `${field} ${message}`)).toEqual(errors)
}

describe('the required problem types', () => {
  test('400 /validation, Validation error: errors has the field and the message of every invalid field', async () => {
    expect(PROBLEM_TYPES.validation).toMatchObject({ status: 400, title: 'Validation error' })
    const body = { name: ' ', description: 'x'.repeat(2001) }
    const description = 'description must have at most 2000 characters'
    await expectInvalid('POST', PROJECTS, { body }, 'name must not be blank', description)
  })

  test('404 /not-found, Resource not found: detail names the resource type and the id', async () => {
    expect(PROBLEM_TYPES['not-found']).toMatchObject({ status: 404, title: 'Resource not found' })
    const response = await api.send('GET', `/api/v1/tasks/${ABSENT_ID}`)
    expectProblem(response, 'not-found')
    const detail = `Task ${ABSENT_ID} does not exist`
    expect(response.body).toMatchObject({ detail, resourceType: 'Task', identifier: ABSENT_ID })
  })

  test('409 /conflict, Domain rule violation: detail states the transition, from and to', async () => {
    expect(PROBLEM_TYPES.conflict).toMatchObject({ status: 409, title: 'Domain rule violation' })
    const options = { body: { status: 'IN_PROGRESS' } }
    const response = await api.send('PATCH', `/api/v1/tasks/${task.id}/status`, options)
    expectProblem(response, 'conflict')
    const detail = 'A task cannot move from DONE to IN_PROGRESS'
    expect(response.problem).toMatchObject({ detail, from: 'DONE', to: 'IN_PROGRESS' })
  })

  test('409 /conflict, Domain rule violation: detail states the archived project, from and to', async () => {
    const { id } = await makeProject(api, { archived: true })
    const response = await api.send('PUT', `${PROJECTS}/${id}`, { body: { name: 'a' } })
    expectProblem(response, 'conflict')
    const detail = `Project ${id} is ARCHIVED and read-only; reactivate it first`
    expect(response.problem).toMatchObject({ detail, from: 'ARCHIVED', to: 'ARCHIVED' })
  })
})

describe('400', () => {
  test.each<[string, RequestOptions, ...string[]]>([
    ['malformed JSON', { raw: '{"name":' }, 'body must be well-formed JSON'],
    ['text after JSON', { raw: '{"name":"a"} x' }, 'body must be well-formed JSON'],
    ['50,000 nested lists', { raw: '['.repeat(50_000) + ']'.repeat(50_000) }, 'body must be an object'],
    ['a body that is not UTF-8', { raw: new Uint8Array([0x22, 0xff, 0x22]) }, 'body must be UTF-8'],
    [
      'a body that is not compressed as Content-Encoding says',
      { raw: '{"name":"a"}', headers: { 'Content-Encoding': 'gzip' } },
      'body must be compressed as given in the Content-Encoding header',
    ],
    [
      'names of Object.prototype',
      { raw: '{"name":"a","__proto__":1,"constructor":2}' },
      ...['__proto__ is not a known member', 'constructor is not a known member'],
    ],
  ])('%s', async (_name, options, ...errors) => {
    await expectInvalid('POST', PROJECTS, options, ...errors)
  })

  test.each([
    'POST /projects',
    'PUT /projects/{id}',
    'PATCH /projects/{id}',
    'POST /projects/{id}/tasks/batch',
  ])('%s without a body, or with an empty one', async (operation) => {
    const { id } = await makeProject(api)
    const [method = '', path = ''] = operation.replace('{id}', id).split(' ')
    for (const options of [{}, { raw: '' }])
      await expectInvalid(method, `/api/v1${path}`, options, 'body is required')
  })

  test('every unknown query parameter is listed, together with the invalid fields of the body', async () => {
    const unknown = ['a', 'b'].map((name) => `${name} is not a query parameter of this operation`)
    await expectInvalid('POST', `${PROJECTS}?a=1&b=2`, { body: {} }, 'name is required', ...unknown)
  })

  test.each(['GET', 'DELETE'])('an unknown query parameter, %s of a task', async (method) => {
    const error = '__proto__ is not a query parameter of this operation'
    await expectInvalid(method, `/api/v1/tasks/${ABSENT_ID}?__proto__=1`, {}, error)
  })
})

test.each([
  [
    'input that is not HTTP',
    'HELLO\r\n\r\n',
    400,
    [{ field: 'request', message: 'must be HTTP/1.1, but: Invalid method encountered' }],
  ],
  [
    'no Host header',
    'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n',
    400,
    [{ field: 'request', message: 'must have a Host header' }],
  ],
  ['headers of more than 16 KiB', `GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431, undefined],
])('%s: problem details', async (_name, text, expected, errors) => {
  const { status, headers, problem } = parseAnswer(await sendRaw(api.origin, text))
  expect([status, headers.get('content-type')]).toEqual([expected, 'application/problem+json'])
  expect([problem['status'], problem['errors']]).toEqual([expected, errors])
})

test.each([
  ['a request target in absolute form is handled like its path', () => api.origin, 'Host: other.example'],
  ['an unknown expectation is ignored', () => '', 'Host: localhost\r\nExpect: nothing'],
])('%s', async (_name, origin, headers) => {
  const head = `GET ${origin()}${PROJECTS}?size=1 HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`
  expect(await sendRaw(api.origin, head)).toMatch(/^HTTP\/1\.1 200 /)
})

test.each(['/x', '/api/v1', '/api/v1/task', `${PROJECTS}/`, '/API/v1/projects', '/errors/other'])(
  '404: %s is not a path of the server',
  async (path) => {
    const response = await api.send('GET', path)
    expectProblem(response, 'not-found')
    expect(response.body).toMatchObject({ resourceType: 'Path', identifier: path })
  },
)

const paths: [string, string][] = [
  ['/api/v1/projects', 'GET HEAD OPTIONS POST'],
  [`/api/v1/projects/${ABSENT_ID}`, 'DELETE GET HEAD OPTIONS PATCH PUT'],
  [`/api/v1/projects/${ABSENT_ID}/archive`, 'OPTIONS POST'],
  [`/api/v1/projects/${ABSENT_ID}/tasks`, 'GET HEAD OPTIONS POST'],
  ['/api/v1/tasks', 'GET HEAD OPTIONS'],
  [`/api/v1/tasks/${ABSENT_ID}`, 'DELETE GET HEAD OPTIONS PATCH PUT'],
  [`/api/v1/tasks/${ABSENT_ID}/status`, 'OPTIONS PATCH'],
  ['/', 'GET HEAD OPTIONS'],
  ['/v3/api-docs', 'GET HEAD OPTIONS'],
  ['/swagger-ui/swagger-ui.css', 'GET HEAD OPTIONS'],
  ['/livez', 'GET HEAD OPTIONS'],
]

describe('the methods of a path', () => {
  test.each(paths)(
    '%s has %s: OPTIONS responds with 204, others with 405, both with Allow',
    async (path, allowed) => {
      const methods = ['OPTIONS', 'GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'PROPFIND']
      for (const method of methods.filter((name) => name === 'OPTIONS' || !allowed.includes(name))) {
        const { status, headers } = await fetch(api.origin + path, { method })
        expect([method, status]).toEqual([method, method === 'OPTIONS' ? 204 : 405])
        expect((headers.get('allow') ?? '').split(', ').sort().join(' ')).toBe(allowed)
      }
    },
  )

  test('HEAD has the status and headers of GET, and no body', async () => {
    const existing = [PROJECTS, `/api/v1/tasks/${task.id}`, '/v3/api-docs', '/swagger-ui.html', '/livez']
    for (const path of [...existing, `/api/v1/tasks/${ABSENT_ID}`, `${PROJECTS}?page=-1`, '/nowhere']) {
      const options = { headers: { 'Accept-Encoding': 'identity' } }
      const [get, head] = [await api.send('GET', path, options), await api.send('HEAD', path, options)]
      expect([head.status, head.text]).toEqual([get.status, ''])
      for (const name of ['content-type', ...(get.status === 200 ? ['content-length'] : [])])
        expect(head.headers.get(name)).toBe(get.headers.get(name))
    }
  })
})

describe('406', () => {
  test.each(['text/html', 'application/json;q=0', 'text/*', 'nonsense'])('Accept: %s', async (accept) => {
    const options = { body: { name: 'Not acceptable' }, headers: { Accept: accept } }
    expectProblem(await api.send('POST', PROJECTS, options), 'not-acceptable')
    const written = api.db.selectFrom('projects').where('name', '=', 'Not acceptable').select('id')
    expect(await written.execute()).toEqual([])
  })

  test.each(['*/*', 'application/*', 'text/html, application/json;q=0.1', 'application/json;charset=utf-8'])(
    'Accept %s is not rejected',
    async (accept) => {
      expect((await api.send('GET', PROJECTS, { headers: { Accept: accept } })).status).toBe(200)
    },
  )

  test('a response without a body is not rejected', async () => {
    const { id } = await makeProject(api)
    const response = await api.send('DELETE', `${PROJECTS}/${id}`, { headers: { Accept: 'text/html' } })
    expect(response.status).toBe(204)
  })
})

test('413: a body larger than 100 KiB, also after decompression', async () => {
  const response = await api.send('POST', PROJECTS, { body: { name: 'x'.repeat(102_400) } })
  expectProblem(response, 'content-too-large')
  expect(response.problem.detail).toBe('The request body is larger than 102400 bytes')
  const raw = new Uint8Array(gzipSync(JSON.stringify({ name: 'x'.repeat(1_000_000) })))
  const options = { raw, headers: { 'Content-Encoding': 'gzip' } }
  expectProblem(await api.send('POST', PROJECTS, options), 'content-too-large')
})

describe('415', () => {
  const send = (headers: Record<string, string>, raw: RequestOptions['raw'] = '{"name":"a"}') =>
    api.send('POST', PROJECTS, { raw, headers })

  test.each([
    ...['text/plain', 'multipart/form-data; boundary=a', 'application/merge-patch+json'],
    ...['application/json; charset=iso-8859-1', 'nonsense', ''],
  ])('Content-Type %s is rejected; Accept has the one that is supported', async (type) => {
    const response = await send({ 'Content-Type': type })
    expectProblem(response, 'unsupported-media-type')
    expect(response.headers.get('accept')).toBe('application/json')
  })

  test.each(['application/json; charset=UTF-8', 'Application/JSON;charset="utf-8"', 'application/json; x=y'])(
    'Content-Type %s is accepted',
    async (type) => {
      expect((await send({ 'Content-Type': type })).status).toBe(201)
    },
  )

  test('an unknown content encoding is rejected; Accept-Encoding has those that are supported', async () => {
    const response = await send({ 'Content-Encoding': 'compress' })
    expectProblem(response, 'unsupported-media-type')
    expect(response.headers.get('accept-encoding')).toBe('gzip, deflate, br, identity')
    const raw = new Uint8Array(gzipSync('{"name":"a"}'))
    expect((await send({ 'Content-Encoding': 'gzip' }, raw)).status).toBe(201)
  })

  test('the Content-Type of an operation without a body is ignored', async () => {
    const path = `${PROJECTS}/${(await makeProject(api)).id}/archive`
    const options = { raw: 'hello', headers: { 'Content-Type': 'text/plain' } }
    expect((await api.send('POST', path, options)).status).toBe(200)
  })
})

test.each(Object.entries(PROBLEM_TYPES))(
  'the problem type %s has a page, which the index lists',
  async (name, { title, meaning }) => {
    const { text } = await api.send('GET', `/errors/${name}`)
    for (const part of [title, meaning]) expect(text).toContain(part)
    expect((await api.send('GET', '/errors')).text).toContain(`href="errors/${name}"`)
  },
)

test('the request id is new for each request, or the X-Request-Id of the client, and appears in the log', async () => {
  const { headers } = await api.send('GET', `${PROJECTS}?size=1`)
  const requestId = headers.get('x-request-id')
  expect(api.log.filter((line) => line['requestId'] === requestId)).toMatchObject([
    { method: 'GET', url: `${PROJECTS}?size=1`, status: 200 },
  ])
  const sent = async (id: string) =>
    (await api.send('GET', '/livez', { headers: { 'X-Request-Id': id } })).headers.get('x-request-id')
  expect(await sent('abc-1.2_3')).toBe('abc-1.2_3')
  expect(await sent('a b')).not.toBe('a b')
  expect(await sent('x'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/)
})
