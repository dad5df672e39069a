import type { OpenApiDocument } from './document.ts'
import { type Operation, listOperations } from './operations.ts'

const description: OpenApiDocument = {
  openapi: '3.1.1',
  info: {},
  servers: [],
  components: { parameters: { Size: { name: 'size', in: 'query', schema: { type: 'integer' } } } },
  paths: {
    '/a/{id}': {
      parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }],
      get: {
        operationId: 'getA',
        parameters: [{ $ref: '#/components/parameters/Size' }],
        security: [{ bearer: ['a:read'] }],
        responses: { '200': {} },
      },
      delete: {
        operationId: 'deleteA',
        security: [{ bearer: ['a:write'] }],
        responses: { '204': {} },
      },
    },
  },
}
const operations = listOperations(description)

test('listOperations() returns every operation of the document', () => {
  expect(operations).toEqual([
    {
      operationId: 'getA',
      method: 'get',
      path: '/a/{id}',
      scope: 'a:read',
      hasBody: false,
      consumes: [],
      produces: ['application/json'],
      queryParameters: new Set(['size']),
      integerParameters: new Set(['size']),
      listParameters: new Set(),
      splitParameters: new Set(),
      querySchema: {
        type: 'object',
        properties: { size: { type: 'integer' } },
        additionalProperties: false,
      },
      bodySchema: undefined,
      alwaysValidated: false,
      validatedHeaders: [],
      schemasOf: expect.any(Function) as unknown,
    },
    {
      operationId: 'deleteA',
      method: 'delete',
      path: '/a/{id}',
      scope: 'a:write',
      hasBody: false,
      consumes: [],
      produces: [],
      queryParameters: new Set(),
      integerParameters: new Set(),
      listParameters: new Set(),
      splitParameters: new Set(),
      querySchema: { type: 'object', properties: {}, additionalProperties: false },
      bodySchema: undefined,
      alwaysValidated: false,
      validatedHeaders: [],
      schemasOf: expect.any(Function) as unknown,
    },
  ])
})

const operationWith = (members: object): Operation[] => {
  const operation = { operationId: 'a', security: [{ key: ['read'] }], responses: { '200': {} }, ...members }
  return listOperations({
    openapi: '3.1.1',
    info: {},
    servers: [],
    components: {},
    paths: { '/a': { get: operation } },
  })
}

test.each([
  [
    'a path parameter with a constraint',
    { parameters: [{ name: 'id', in: 'path', schema: { type: 'string', minLength: 2 } }] },
  ],
  [
    'a required header',
    { parameters: [{ name: 'h', in: 'header', required: true, schema: { type: 'string' } }] },
  ],
  ['a required query parameter', { parameters: [{ name: 'q', in: 'query', required: true }] }],
])('listOperations() sets alwaysValidated for %s', (_what, members) => {
  expect(operationWith(members)).toMatchObject([{ alwaysValidated: true }])
})

test('listOperations() returns the schema of a JSON body', () => {
  const schema = { type: 'object' }
  expect(operationWith({ requestBody: { content: { 'application/json': { schema } } } })).toMatchObject([
    { hasBody: true, bodySchema: schema },
  ])
})

test('listOperations() returns the headers with a constraint', () => {
  const parameters = [
    { name: 'If-Match', in: 'header', schema: { $ref: '#/components/schemas/EntityTags' } },
    { name: 'Any', in: 'header', schema: { type: 'string' } },
  ]
  expect(operationWith({ parameters })).toMatchObject([
    { alwaysValidated: false, validatedHeaders: ['if-match'] },
  ])
})
