import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'

import { PROBLEM_TYPES } from '../../src/problems/problem-types.ts'

import { ERRORS_BASE, startApi, type Task, type TestApi } from '../support/requests/api.ts'
import type { RequestOptions, TestResponse } from '../support/requests/client.ts'
import { ABSENT_ID, makeProject, makeTask } from '../support/requests/make.ts'

interface Problem {
  type: string
  title: string
  status: number
  detail: string
  timestamp: string
  errors?: { field: string; message: string }[]
}

const PROJECTS = '/api/v1/projects'

let api: TestApi
let task: Task
beforeAll(async () => {
  api = await startApi()
  task = await makeTask(api, (await makeProject(api)).id, { status: 'DONE' })
})
afterAll(() => api.stop())

function expectProblem(response: TestResponse<Problem>, status: number, kind: string, title: string): void {
  const { body, headers } = response
  expect(response.status).toBe(status)
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(body).toMatchObject({ type: `${ERRORS_BASE}/${kind}`, title, status })
  expect(body.detail).not.toBe('')
  expect(body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
}

async function expectInvalid(
  method: string,
  path: string,
  options: RequestOptions,
  errors: Problem['errors'],
): Promise<void> {
  const response = await api.send<Problem>(method, path, options)
  expectProblem(response, 400, 'validation', 'Validation error')
  expect(response.body.detail).toBe('Validation failed for one or more fields')
  expect(response.body.errors).toEqual(errors)
}

describe('the required problem types', () => {
  test('400 /validation, Validation error: errors has the field and the message of every invalid field', async () => {
    const body = { name: ' ', description: 'x'.repeat(2001) }
    const response = await api.send<Problem>('POST', PROJECTS, { body })
    expectProblem(response, 400, 'validation', 'Validation error')
    expect(response.body.detail).toBe('Validation failed for one or more fields')
    expect(response.body.errors).toHaveLength(2)
    expect(response.body.errors).toEqual(
      expect.arrayContaining([
        { field: 'name', message: 'must not be blank' },
        { field: 'description', message: 'must have at most 2000 characters' },
      ]),
    )
  })

  test('404 /not-found, Resource not found: detail names the resource type and the id', async () => {
    const response = await api.send<Problem>('GET', `/api/v1/tasks/${ABSENT_ID}`)
    expectProblem(response, 404, 'not-found', 'Resource not found')
    expect(response.body).toMatchObject({
      detail: `Task ${ABSENT_ID} does not exist`,
      resourceType: 'Task',
      identifier: ABSENT_ID,
    })
  })

  test('409 /conflict, Domain rule violation: detail states the transition, from and to', async () => {
    const options = { body: { status: 'IN_PROGRESS' } }
    const response = await api.send<Problem>('PATCH', `/api/v1/tasks/${task.id}/status`, options)
    expectProblem(response, 409, 'conflict', 'Domain rule violation')
    expect(response.body).toMatchObject({
      detail: 'A task cannot move from DONE to IN_PROGRESS',
      from: 'DONE',
      to: 'IN_PROGRESS',
    })
  })

  test('409 /conflict, Domain rule violation: detail states the archived project, from and to', async () => {
    const { id } = await makeProject(api, { archived: true })
    const response = await api.send<Problem>('PUT', `${PROJECTS}/${id}`, { body: { name: 'a' } })
    expectProblem(response, 409, 'conflict', 'Domain rule violation')
    expect(response.body).toMatchObject({
      detail: `Project ${id} is ARCHIVED and read-only; reactivate it first`,
      from: 'ARCHIVED',
      to: 'ARCHIVED',
    })
  })
})

describe('400', () => {
  test.each(['{"name":', '{name:1}', '{"name":"a"} x', '\0'])('malformed JSON: %j', async (raw) => {
    await expectInvalid('POST', PROJECTS, { raw }, [{ field: 'body', message: 'must be well-formed JSON' }])
  })

  test.each<[method: string, path: (project: string) => string]>([
    ['POST', () => ''],
    ['PUT', (project) => `/${project}`],
    ['PATCH', (project) => `/${project}`],
    ['POST', (project) => `/${project}/tasks/batch`],
  ])('%s without a body, or with an empty one', async (method, path) => {
    const { id } = await makeProject(api)
    const errors = [{ field: 'body', message: 'is required' }]
    for (const options of [{}, { raw: '' }]) await expectInvalid(method, PROJECTS + path(id), options, errors)
  })

  test('a body that is not UTF-8', async () => {
    const raw = new Uint8Array([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')])
    await expectInvalid('POST', PROJECTS, { raw }, [{ field: 'body', message: 'must be UTF-8' }])
  })

  test('a body that is not compressed although Content-Encoding says so', async () => {
    const options = { raw: '{"name":"a"}', headers: { 'Content-Encoding': 'gzip' } }
    await expectInvalid('POST', PROJECTS, options, [
      { field: 'body', message: 'must be compressed as given in the Content-Encoding header' },
    ])
  })

  test('names of Object.prototype are unknown members', async () => {
    const raw = '{"name":"a","__proto__":1,"constructor":2}'
    await expectInvalid('POST', PROJECTS, { raw }, [
      { field: '__proto__', message: 'is not a known member' },
      { field: 'constructor', message: 'is not a known member' },
    ])
  })

  test('every unknown query parameter is listed, together with the invalid fields of the body', async () => {
    await expectInvalid('POST', `${PROJECTS}?a=1&b=2`, { body: {} }, [
      { field: 'name', message: 'is required' },
      { field: 'a', message: 'is not a query parameter of this operation' },
      { field: 'b', message: 'is not a query parameter of this operation' },
    ])
  })

  test('a parameter with an empty value in a list or with brackets says how to write it', async () => {
    await expectInvalid('GET', `${PROJECTS}?status=ACTIVE,`, {}, [
      { field: 'status', message: 'must be one of ACTIVE, ARCHIVED' },
    ])
    await expectInvalid('GET', `${PROJECTS}?status[]=ACTIVE`, {}, [
      {
        field: 'status[]',
        message: 'is not a query parameter of this operation; use status without brackets',
      },
    ])
  })

  test.each(['GET', 'DELETE'])('an unknown query parameter, %s of a task', async (method) => {
    await expectInvalid(method, `/api/v1/tasks/${ABSENT_ID}?__proto__=1`, {}, [
      { field: '__proto__', message: 'is not a query parameter of this operation' },
    ])
  })

  test('input that is not HTTP is answered with problem details', async () => {
    const answer = await sendRaw('HELLO\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({
      type: `${ERRORS_BASE}/validation`,
      errors: [{ field: 'request', message: 'must be HTTP/1.1, but: Invalid method encountered' }],
    })
  })

  test('HTTP/1.1 without a Host header', async () => {
    const answer = await sendRaw('GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('application/problem+json')
    expect(answer).toContain('{"field":"request","message":"must have a Host header"}')
  })

  test('headers larger than 16 KiB are rejected with 431', async () => {
    const answer = await sendRaw(`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ status: 431 })
  })
})

function sendRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(api.origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => {
      resolve(Buffer.concat(chunks).toString())
    })
    socket.on('error', reject)
  })
}

test('a request target in absolute form is handled like its path', async () => {
  const answer = await sendRaw(
    `GET ${api.origin}${PROJECTS}?size=1 HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

test('a file of swagger-ui-dist that the page does not use is not served', async () => {
  const response = await api.send<Problem>('GET', '/swagger-ui/package.json')
  expectProblem(response, 404, 'not-found', 'Resource not found')
})

describe('404', () => {
  test.each(['/x', '/api', '/api/v1', '/api/v1/task', `${PROJECTS}/`, '/API/v1/projects', '/errors/other'])(
    '%s is not a path of the server',
    async (path) => {
      const response = await api.send<Problem>('GET', path)
      expectProblem(response, 404, 'not-found', 'Resource not found')
      expect(response.body).toMatchObject({ resourceType: 'Path', identifier: path })
    },
  )
})

const paths: [string, string][] = [
  ['/api/v1/projects', 'POST, GET, HEAD, OPTIONS'],
  [`/api/v1/projects/${ABSENT_ID}`, 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'],
  [`/api/v1/projects/${ABSENT_ID}/archive`, 'POST, OPTIONS'],
  [`/api/v1/projects/${ABSENT_ID}/reactivate`, 'POST, OPTIONS'],
  [`/api/v1/projects/${ABSENT_ID}/tasks`, 'POST, GET, HEAD, OPTIONS'],
  [`/api/v1/projects/${ABSENT_ID}/tasks/batch`, 'POST, OPTIONS'],
  ['/api/v1/tasks', 'GET, HEAD, OPTIONS'],
  [`/api/v1/tasks/${ABSENT_ID}`, 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'],
  [`/api/v1/tasks/${ABSENT_ID}/status`, 'PATCH, OPTIONS'],
  ['/', 'GET, HEAD, OPTIONS'],
  ['/v3/api-docs', 'GET, HEAD, OPTIONS'],
  ['/swagger-ui.html', 'GET, HEAD, OPTIONS'],
  ['/swagger-ui/swagger-ui.css', 'GET, HEAD, OPTIONS'],
  ['/livez', 'GET, HEAD, OPTIONS'],
]

function methodsOf(allow: string | null): string[] {
  return (allow ?? '').split(', ').sort()
}

describe('the methods of a path', () => {
  test.each(paths)('OPTIONS %s responds with 204 and Allow: %s', async (path, allow) => {
    const { status, headers } = await api.send('OPTIONS', path)
    expect(status).toBe(204)
    expect(methodsOf(headers.get('allow'))).toEqual(methodsOf(allow))
  })

  test.each(paths)(
    'a method that %s does not have is rejected with 405 and Allow: %s',
    async (path, allow) => {
      for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'PROPFIND']) {
        if (methodsOf(allow).includes(method)) continue
        const response = await fetch(api.origin + path, { method })
        expect(response.status).toBe(405)
        expect(methodsOf(response.headers.get('allow'))).toEqual(methodsOf(allow))
        expect(response.headers.get('content-type')).toBe('application/problem+json')
        expect(await response.json()).toMatchObject({ status: 405, title: 'Method not allowed' })
      }
    },
  )

  test('HEAD has the status and headers of GET, and no body', async () => {
    for (const path of [PROJECTS, `/api/v1/tasks/${task.id}`, '/v3/api-docs', '/swagger-ui.html', '/livez']) {
      const headers = { 'Accept-Encoding': 'identity' }
      const get = await api.send('GET', path, { headers })
      const head = await fetch(api.origin + path, { method: 'HEAD', headers })
      expect(head.status).toBe(200)
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
      expect(await head.text()).toBe('')
    }
  })

  test('HEAD of a missing resource and an invalid HEAD have the status of GET', async () => {
    const statusOf = async (path: string) => (await fetch(api.origin + path, { method: 'HEAD' })).status
    expect(await statusOf(`/api/v1/tasks/${ABSENT_ID}`)).toBe(404)
    expect(await statusOf(`${PROJECTS}?page=-1`)).toBe(400)
    expect(await statusOf('/nowhere')).toBe(404)
  })
})

describe('406', () => {
  test.each(['text/html', 'application/xml', 'application/json;q=0', 'text/*', 'nonsense'])(
    'Accept: %s',
    async (accept) => {
      const response = await api.send<Problem>('GET', PROJECTS, { headers: { Accept: accept } })
      expectProblem(response, 406, 'not-acceptable', 'Not acceptable')
    },
  )

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

  test('a rejected request writes nothing', async () => {
    const name = 'Not acceptable'
    const options = { body: { name }, headers: { Accept: 'text/html' } }
    expect((await api.send('POST', PROJECTS, options)).status).toBe(406)
    const rows = await api.db.selectFrom('projects').where('name', '=', name).select('id').execute()
    expect(rows).toEqual([])
  })
})

describe('413', () => {
  test('a body larger than 100 KiB is rejected', async () => {
    const response = await api.send<Problem>('POST', PROJECTS, { body: { name: 'x'.repeat(102_400) } })
    expectProblem(response, 413, 'content-too-large', 'Content too large')
    expect(response.body.detail).toBe('The request body is larger than 102400 bytes')
  })

  test('a body that is larger than 100 KiB after decompression is rejected', async () => {
    const raw = new Uint8Array(gzipSync(JSON.stringify({ name: 'x'.repeat(1_000_000) })))
    const options = { raw, headers: { 'Content-Encoding': 'gzip' } }
    expectProblem(
      await api.send<Problem>('POST', PROJECTS, options),
      413,
      'content-too-large',
      'Content too large',
    )
  })
})

describe('415', () => {
  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'application/merge-patch+json',
    'application/json; charset=iso-8859-1',
    'nonsense',
    '',
  ])('Content-Type %s is rejected', async (type) => {
    const options = { raw: '{"name":"a"}', headers: { 'Content-Type': type } }
    expectProblem(
      await api.send<Problem>('POST', PROJECTS, options),
      415,
      'unsupported-media-type',
      'Unsupported media type',
    )
  })

  test.each(['application/json; charset=UTF-8', 'Application/JSON;charset="utf-8"', 'application/json; x=y'])(
    'Content-Type %s is accepted',
    async (type) => {
      const options = { raw: '{"name":"a"}', headers: { 'Content-Type': type } }
      expect((await api.send('POST', PROJECTS, options)).status).toBe(201)
    },
  )

  test('an unknown content encoding is rejected', async () => {
    const options = { raw: '{"name":"a"}', headers: { 'Content-Encoding': 'rot13' } }
    const response = await api.send<Problem>('POST', PROJECTS, options)
    expectProblem(response, 415, 'unsupported-media-type', 'Unsupported media type')
  })

  test('gzip is accepted', async () => {
    const raw = new Uint8Array(gzipSync('{"name":"a"}'))
    const options = { raw, headers: { 'Content-Encoding': 'gzip' } }
    expect((await api.send('POST', PROJECTS, options)).status).toBe(201)
  })

  test('the Content-Type of an operation without a body is ignored', async () => {
    const { id } = await makeProject(api)
    const options = { raw: 'hello', headers: { 'Content-Type': 'text/plain' } }
    expect((await api.send('POST', `${PROJECTS}/${id}/archive`, options)).status).toBe(200)
  })
})

describe('every problem type', () => {
  test.each(Object.entries(PROBLEM_TYPES))('%s has a page', async (name, { title, meaning }) => {
    const { status, text } = await api.send('GET', `/errors/${name}`)
    expect(status).toBe(200)
    expect(text).toContain(title)
    expect(text).toContain(meaning)
  })

  test('is listed on the index page', async () => {
    const { text } = await api.send('GET', '/errors')
    for (const name of Object.keys(PROBLEM_TYPES)) expect(text).toContain(`href="errors/${name}"`)
  })
})

describe('the request id', () => {
  test('is new for each request and appears in its log line', async () => {
    const { headers } = await api.send('GET', `${PROJECTS}?size=1`)
    const requestId = headers.get('x-request-id') ?? ''
    expect(requestId).not.toBe('')
    expect(api.log.filter((line) => line['requestId'] === requestId)).toMatchObject([
      { method: 'GET', url: `${PROJECTS}?size=1`, status: 200 },
    ])
  })

  test('is the X-Request-Id of the client if that is valid', async () => {
    const sent = async (id: string) =>
      (await api.send('GET', '/livez', { headers: { 'X-Request-Id': id } })).headers.get('x-request-id')
    expect(await sent('abc-1.2_3')).toBe('abc-1.2_3')
    expect(await sent('a b')).not.toBe('a b')
    expect(await sent('x'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/)
  })
})
