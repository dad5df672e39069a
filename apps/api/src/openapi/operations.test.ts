import type { OpenApiDocument } from './document.ts'
import { type Operation, listOperations } from './operations.ts'

test('listOperations() returns every operation of the document, with the parameters of its path', () => {
  const query = { name: 'size', in: 'query', schema: { type: 'integer' } }
  const description: OpenApiDocument = {
    ...{ openapi: '3.1.1', info: {}, servers: [] },
    components: { parameters: { Size: query } },
    paths: {
      '/a/{id}': {
        parameters: [{ $ref: '#/components/parameters/Size' }],
        get: {
          operationId: 'getA',
          security: [{ bearer: ['a:read'] }],
          responses: { '200': { content: { 'application/json': {} } } },
        },
        delete: { operationId: 'deleteA', security: [{ bearer: ['a:write'] }], responses: { '204': {} } },
      },
    },
  }
  const parameters = { queryParameters: new Set(['size']), integerParameters: new Set(['size']) }
  const path = '/a/{id}'
  expect(listOperations(description)).toMatchObject([
    {
      operationId: 'getA',
      method: 'get',
      path,
      scope: 'a:read',
      produces: ['application/json'],
      ...parameters,
    },
    { operationId: 'deleteA', method: 'delete', path, scope: 'a:write', produces: [], ...parameters },
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
    { bodySchema: schema },
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
