import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import fc from 'fast-check'
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express'

import { loadOpenApiDocument } from '../../openapi/document.ts'
import { listOperations } from '../../openapi/operations.ts'

import { jsonBody } from '../middleware/json-body.ts'
import { createCompiledChecks } from './compiled-check.ts'
import { parseQuery } from '../messages/query-parser.ts'
import { createOpenApiValidator } from './openapi-validator.ts'
import { toServerSchemas } from './server-schemas.ts'

const description = loadOpenApiDocument(new URL('../../../openapi.yaml', import.meta.url))
const serverDescription = toServerSchemas(description)
const operations = listOperations(serverDescription)

/** Responds with the input that the handler would get. */
const show: RequestHandler = ({ params, query, body }: Request, response) => {
  response.json({ params, query, body: body as unknown })
}
const showError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  response.json({ errors: error instanceof Error && 'errors' in error ? error.errors : String(error) })
}

function appWith(validators: (operationId: string) => RequestHandler[]): Express {
  const app = express()
  app.set('query parser', parseQuery)
  app.enable('strict routing')
  app.enable('case sensitive routing')
  for (const operation of operations) {
    const { operationId, method, path, bodySchema } = operation
    const route = path.replaceAll(/\{(\w+)\}/g, ':$1')
    app[method](route, ...(bodySchema ? jsonBody(operation) : []), ...validators(operationId), show)
  }
  app.use(showError)
  return app
}

const servers: Server[] = []
/** Set if the compiled check accepted the request. */
const ACCEPTED_HEADER = 'X-Accepted'

/** Origins of servers that validate with the library, and with compiled checks. */
let libraryOrigin = ''
let checkOrigin = ''

async function serve(app: Express): Promise<string> {
  const server = app.listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  const validator = createOpenApiValidator(serverDescription)
  libraryOrigin = await serve(appWith(() => [validator]))
  const createCheck = createCompiledChecks(serverDescription)
  const checks = new Map(
    operations.map((operation) => [operation.operationId, createCheck(operation)] as const),
  )
  checkOrigin = await serve(
    appWith((id) => [
      (request, response, next) => {
        if (checks.get(id)?.(request) !== true) {
          next()
          return
        }
        response.setHeader(ACCEPTED_HEADER, 'yes')
        return show(request, response, next)
      },
      validator,
    ]),
  )
})
afterAll(() => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

const PROJECT = '/api/v1/projects/0198c0de-7a51-7c9e-9c5f-3b1d5f0a2e11'
const TASK = '/api/v1/tasks/0198c0df-1c44-7d02-8a67-90f2c1b7e5d3'

/** Requests that clients typically send. */
const typical: [string, string, unknown?][] = [
  ['GET', TASK],
  ['GET', `${PROJECT}/tasks?priority=HIGH&sort=dueDate,asc&size=1000`],
  ['POST', `${PROJECT}/tasks`, { title: 'a', priority: 'LOW', dueDate: '2026-02-28' }],
  ['PATCH', `${TASK}/status`, { status: 'DONE' }],
]

const requests: [string, string, unknown?][] = [
  ...typical,
  ['GET', '/api/v1/changes?after=start&wait=1&size=5'],
  ['GET', '/api/v1/changes?wait=61&size=x&other=1'],
  ['GET', '/api/v1/projects'],
  ['GET', '/api/v1/projects?page=2&size=5&status=ACTIVE&sort=name,desc&sort=id'],
  ['GET', '/api/v1/projects?page=x&size=0&status=OPEN&sort=colour&other=1'],
  ['GET', '/api/v1/projects?sort='],
  ['POST', '/api/v1/projects', { name: 'a', description: null }],
  ['POST', '/api/v1/projects', { name: ' ', description: 3, other: true }],
  ['POST', '/api/v1/projects'],
  ['GET', PROJECT],
  ['GET', '/api/v1/projects/a%20b'],
  ['PUT', PROJECT, { name: 'x'.repeat(121) }],
  ['PUT', PROJECT, []],
  ['PATCH', PROJECT, { description: null, updatedAt: '2026-03-02T08:15:30Z' }],
  ['PATCH', PROJECT, { name: null, createdAt: 'yesterday' }],
  ['DELETE', PROJECT],
  ['POST', `${PROJECT}/archive`],
  ['POST', `${PROJECT}/reactivate?now=1`],
  ['GET', `${PROJECT}/tasks`],
  ['GET', `${PROJECT}/tasks?priority=high&size=1001&page=-1`],
  ['POST', `${PROJECT}/tasks`, { title: '', priority: 'URGENT', dueDate: '2026-02-30' }],
  ['POST', `${PROJECT}/tasks/batch`, [{ title: 'a' }, { title: 'b' }]],
  ['POST', `${PROJECT}/tasks/batch`, [{ title: 'a', priority: 'no' }, {}]],
  ['POST', `${PROJECT}/tasks/batch`, []],
  ['GET', '/api/v1/tasks?status=TODO&status=DONE&projectId=a&q=crane'],
  ['GET', '/api/v1/tasks?sort=title&updatedAfter=x&dueDate=some'],
  ['PUT', TASK, { title: 'a\u0000' }],
  ['PATCH', TASK, { status: 'DONE', dueDate: null }],
  ['PATCH', TASK, { status: null }],
  ['DELETE', TASK],
  ['PATCH', `${TASK}/status`, { status: null }],
  ['PATCH', `${TASK}/status`, {}],
]

function sendRequest(origin: string, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(origin + path, {
    method,
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
}

/** The input of the handler. Without a query, handlers set the defaults themselves, so `query` is not compared. */
async function readInput(response: Response, path: string): Promise<object> {
  const input = (await response.json()) as object
  return path.includes('?') ? input : { ...input, query: undefined }
}

test.each(requests)(
  'createCompiledChecks() with the validator returns the result of the library: %s %s',
  async (...request) => {
    const [method, path, body] = request
    const expected = await readInput(await sendRequest(libraryOrigin, method, path, body), path)
    const response = await sendRequest(checkOrigin, method, path, body)
    expect(await readInput(response, path)).toEqual(expected)
  },
)

const pair = fc.tuple(
  fc.constantFrom('page', 'size', 'sort', 'sort', 'status', 'priority', 'other', '__proto__', 'sort[]', ''),
  fc.oneof(
    fc.constantFrom('0', '7', '007', '-1', '-0', '+1', '1e2', '0x10', '1000', '1001', '9'.repeat(16), ''),
    fc.constantFrom('title', 'dueDate,ASC', 'createdAt,desc', 'a,b', 'id,,asc', 'id%2Casc', '{"a":1}', 'a=b'),
    fc.constantFrom('TODO', 'DONE', 'todo', 'HIGH', 'LOW', 'LOW#x', '[]', 'null', 'true', 'a+b', '%', 'é'),
    fc.string({ maxLength: 4 }).map(encodeURIComponent),
  ),
)
const query = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom('page=2', 'size=5', 'sort=id', 'sort=title,desc', 'status=DONE'),
      },
      pair.map(([name, value]) => `${name}=${value}`),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((pairs) => pairs.join('&'))

const text = fc.oneof(
  fc.constantFrom('a', ' ', '', 'x'.repeat(200), 'x'.repeat(201), '\u0000', '\ud800', '😀'.repeat(200)),
  fc.string({ unit: 'binary', maxLength: 5 }),
)
const odd = fc.constantFrom(null, 1, true, [], {})
const body = fc.oneof(
  fc.record(
    {
      title: fc.oneof({ weight: 5, arbitrary: text }, odd),
      description: fc.oneof(text, fc.constant('x'.repeat(2001)), odd),
      priority: fc.oneof(fc.constantFrom('LOW', 'HIGH', 'high'), odd),
      dueDate: fc.oneof(
        fc.constantFrom('2026-04-30', '2026-02-30', '0000-01-01', '2026-4-3', '2026-04-30T00:00:00Z'),
        odd,
      ),
      other: odd,
    },
    { requiredKeys: ['title'] },
  ),
  odd,
)

test('createCompiledChecks() accepts only requests that the library accepts, with the same values', async () => {
  const count = { accepted: 0, rejected: 0 }
  const compare = async (method: string, path: string, content?: unknown): Promise<void> => {
    const response = await sendRequest(checkOrigin, method, path, content)
    const expected = await readInput(await sendRequest(libraryOrigin, method, path, content), path)
    count[response.headers.has(ACCEPTED_HEADER) ? 'accepted' : 'rejected']++
    expect(await readInput(response, path)).toEqual(expected)
  }
  await fc.assert(
    fc.asyncProperty(query, (parameters) => compare('GET', `${PROJECT}/tasks?${parameters}`)),
    { numRuns: 400 },
  )
  await fc.assert(
    fc.asyncProperty(body, (content) => compare('POST', `${PROJECT}/tasks`, content)),
    { numRuns: 400 },
  )
  expect(Math.min(count.accepted, count.rejected)).toBeGreaterThan(50)
})

test.each(typical)('createCompiledChecks() accepts typical requests: %s %s', async (...request) => {
  expect((await sendRequest(checkOrigin, ...request)).headers.get(ACCEPTED_HEADER)).toBe('yes')
})

test('the requests cover every operation', () => {
  const reached = operations.filter(({ method, path }) =>
    requests.some(
      ([verb, url]) =>
        verb === method.toUpperCase() &&
        new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`).test(url),
    ),
  )
  expect(reached).toEqual(operations)
})
