import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express'

import { loadDescription } from '../description/load.ts'
import { operationsOf } from '../description/operations.ts'

import { readBody } from './body.ts'
import { fieldErrors } from './field-errors.ts'
import { parseQuery } from './query.ts'
import { createMiddleware, createValidators } from './validator.ts'

const BODY_TIMEOUT_MS = 10_000

const description = loadDescription(new URL('../../openapi.yaml', import.meta.url))
const operations = operationsOf(description)

/** Answers what the handler behind the validator would get, or what the validator finds. */
const show: RequestHandler = ({ params, query, body }: Request, response) => {
  response.json({ params, query, body: body as unknown })
}
const showError: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  response.json({ errors: fieldErrors(error, new Map()) ?? String(error) })
}

function appWith(validators: (operationId: string) => RequestHandler[]): Express {
  const app = express()
  app.set('query parser', parseQuery)
  app.enable('strict routing')
  app.enable('case sensitive routing')
  for (const { operationId, method, path, hasBody } of operations) {
    const route = path.replaceAll(/\{(\w+)\}/g, ':$1')
    app[method](route, ...(hasBody ? readBody(BODY_TIMEOUT_MS) : []), ...validators(operationId), show)
  }
  app.use(showError)
  return app
}

const servers: Server[] = []
let plain = ''
let prepared = ''

async function serve(app: Express): Promise<string> {
  const server = app.listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  const middleware = createMiddleware(description)
  plain = await serve(appWith(() => middleware))
  const found = new Map(
    (await createValidators(description, operations)).map(([operation, validator]) => [
      operation.operationId,
      validator,
    ]),
  )
  prepared = await serve(appWith((id) => [found.get(id)].filter((validator) => validator !== undefined)))
})
afterAll(() => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

const PROJECT = '/api/v1/projects/0198c0de-7a51-7c9e-9c5f-3b1d5f0a2e11'
const TASK = '/api/v1/tasks/0198c0df-1c44-7d02-8a67-90f2c1b7e5d3'

const requests: [string, string, unknown?][] = [
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
  ['DELETE', PROJECT],
  ['POST', `${PROJECT}/archive`],
  ['POST', `${PROJECT}/reactivate?now=1`],
  ['GET', `${PROJECT}/tasks`],
  ['GET', `${PROJECT}/tasks?priority=HIGH&sort=dueDate,asc&size=1000`],
  ['GET', `${PROJECT}/tasks?priority=high&size=1001&page=-1`],
  ['POST', `${PROJECT}/tasks`, { title: 'a', priority: 'LOW', dueDate: '2026-02-28' }],
  ['POST', `${PROJECT}/tasks`, { title: '', priority: 'URGENT', dueDate: '2026-02-30' }],
  ['GET', TASK],
  ['PUT', TASK, { title: 'a\u0000' }],
  ['DELETE', TASK],
  ['PATCH', `${TASK}/status`, { status: 'DONE' }],
  ['PATCH', `${TASK}/status`, { status: null }],
  ['PATCH', `${TASK}/status`, {}],
]

async function send(origin: string, method: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(origin + path, {
    method,
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return response.json()
}

test.each(requests)('createValidators() finds what the library finds: %s %s', async (...request) => {
  const [method, path, body] = request
  const expected = await send(plain, method, path, body)
  expect(await send(prepared, method, path, body)).toEqual(expected)
})

test('the requests reach every operation', () => {
  const reached = operations.filter(({ method, path }) =>
    requests.some(
      ([verb, url]) =>
        verb === method.toUpperCase() &&
        new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`).test(url),
    ),
  )
  expect(reached).toEqual(operations)
})
