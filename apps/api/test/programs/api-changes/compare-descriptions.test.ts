import { readFileSync } from 'node:fs'

import { type Document, parseDocument } from 'yaml'

import { findBreakingChanges } from './compare-descriptions.ts'

// Each case changes a copy of this description.
const description = parseDocument(readFileSync(new URL('example.yaml', import.meta.url), 'utf8'))
const before = description.toJS() as Record<string, unknown>

type Edit = (document: Document) => void

const PROJECTS = ['paths', '/projects']
const PROJECT = ['paths', '/projects/{id}']
const SCHEMAS = ['components', 'schemas']
const property = (schema: string, name: string, ...more: string[]) => [
  ...SCHEMAS,
  schema,
  'properties',
  name,
  ...more,
]

const set =
  (path: unknown[], value: unknown): Edit =>
  (document) =>
    document.setIn(path, document.createNode(value))
const add =
  (path: unknown[], value: unknown): Edit =>
  (document) =>
    document.addIn(path, document.createNode(value))
const remove =
  (path: unknown[]): Edit =>
  (document) => {
    if (!document.deleteIn(path)) throw new Error(`There is no ${path.join('/')}`)
  }
const replace =
  (path: unknown[], from: string, to: string): Edit =>
  (document) => {
    document.setIn([...path, to], document.getIn([...path, from]))
    document.deleteIn([...path, from])
  }

function changesAfter(edits: readonly Edit[]): string[] {
  const changed = description.clone()
  for (const edit of edits) edit(changed)
  return findBreakingChanges(before, changed.toJS() as Record<string, unknown>)
}

const required = (schema: string, ...names: string[]) => set([...SCHEMAS, schema, 'required'], names)
const query = (name: string, more = {}) => ({ name, in: 'query', schema: { type: 'string' }, ...more })

test.each<[title: string, expected: string, ...Edit[]]>([
  ['an operation is removed', 'DELETE /projects/{id}: removed', remove([...PROJECT, 'delete'])],
  ['a path is removed', 'PUT /projects/{id}: removed', remove(PROJECT)],
  [
    'an operation is renamed',
    'PUT /projects/{id}: operationId updateProject renamed to replaceProject',
    set([...PROJECT, 'put', 'operationId'], 'replaceProject'),
  ],
  [
    'a required query parameter is added',
    'GET /projects: query parameter x is required',
    add([...PROJECTS, 'get', 'parameters'], query('x', { required: true })),
  ],
  [
    'a query parameter is removed',
    'GET /projects: query parameter status removed',
    remove([...PROJECTS, 'get', 'parameters', 0]),
  ],
  [
    'a query parameter is serialized differently',
    'GET /projects: query parameter sort is serialized differently',
    set([...PROJECTS, 'get', 'parameters', 2, 'explode'], false),
  ],
  [
    'the pattern of a query parameter is changed',
    'GET /projects: query parameter sort[]: pattern ^id$ is new',
    set([...PROJECTS, 'get', 'parameters', 2, 'schema', 'items', 'pattern'], '^id$'),
  ],
  [
    'a parameter of a path is removed',
    'DELETE /projects/{id}: path parameter id removed',
    remove([...PROJECT, 'parameters']),
  ],
  [
    'a required member is added to a request',
    'POST /projects: request body: member owner is required, but may be absent',
    required('ProjectRequest', 'name', 'owner'),
    set(property('ProjectRequest', 'owner'), { type: 'string' }),
  ],
  [
    'a member of a request becomes required',
    'PUT /projects/{id}: request body: member description is required, but may be absent',
    required('ProjectRequest', 'name', 'description'),
  ],
  [
    'a member of a request is removed',
    'PUT /projects/{id}: request body: member description is no longer accepted',
    remove(property('ProjectRequest', 'description')),
  ],
  [
    'a request has fewer values',
    'request body.status: enum ["ACTIVE", "ARCHIVED"] does not fit into ["ACTIVE"]',
    set([...SCHEMAS, 'Status', 'enum'], ['ACTIVE']),
  ],
  [
    'the limit of a request is smaller',
    'POST /projects: request body.name: maxLength 120 does not fit into 100',
    set(property('ProjectRequest', 'name', 'maxLength'), 100),
  ],
  [
    'a pattern in allOf is added to a request',
    'POST /projects: request body.name: pattern ^a is new',
    add(property('ProjectRequest', 'name', 'allOf'), { pattern: '^a' }),
  ],
  [
    'a request can no longer contain null',
    'request body.description: type [string, null] does not fit into [string]',
    set(property('ProjectRequest', 'description', 'type'), 'string'),
  ],
  [
    'a default is changed',
    'query parameter size: default 20 does not fit into 50',
    set(['components', 'parameters', 'Size', 'schema', 'default'], 50),
  ],
  [
    'a keyword without a comparison is added to a request',
    'request body: propertyNames anything does not fit into',
    set([...SCHEMAS, 'ProjectRequest', 'propertyNames'], { maxLength: 4 }),
  ],
  [
    'a request body is added',
    'DELETE /projects/{id}: request body is required',
    set([...PROJECT, 'delete', 'requestBody'], { required: true, content: {} }),
  ],
  [
    'a member of a response is removed',
    'PUT /projects/{id}: response 200 body: member status is required, but may be absent',
    remove(property('Project', 'status')),
    required('Project', 'id', 'name', 'description'),
  ],
  [
    'a member of the items of a page may be absent',
    'GET /projects: response 200 body.content[]: member status is required, but may be absent',
    required('Project', 'id', 'name', 'description'),
  ],
  [
    'a response has a new value',
    'response 200 body.status: enum ["ACTIVE", "ARCHIVED", "PAUSED"] does not fit into ["ACTIVE", "ARCHIVED"]',
    add([...SCHEMAS, 'Status', 'enum'], 'PAUSED'),
  ],
  [
    'a response can contain null',
    'response 200 body.name: type [string, null] does not fit into [string]',
    set(property('Project', 'name', 'type'), ['string', 'null']),
  ],
  [
    'a response has another type',
    'response 200 body.number: type [string] does not fit into [integer]',
    set([...SCHEMAS, 'PageNumber', 'type'], 'string'),
  ],
  [
    'a member of an error may be absent',
    'PUT /projects/{id}: response 409 body: member to is required, but may be absent',
    set([...SCHEMAS, 'Conflict', 'allOf', 1, 'required'], ['from']),
  ],
  [
    'a response has another alternative',
    'POST /projects: response 409 body',
    set([...PROJECTS, 'post', 'responses', '409', 'content', 'application/problem+json', 'schema'], {
      anyOf: [{ type: 'object' }],
    }),
  ],
  [
    'a status is replaced',
    'POST /projects: response 201 removed',
    replace([...PROJECTS, 'post', 'responses'], '201', '200'),
  ],
  [
    'a header of a response is removed',
    'POST /projects: response 201: header Location removed',
    remove([...PROJECTS, 'post', 'responses', '201', 'headers', 'Location']),
  ],
  [
    'a media type of a response is replaced',
    'POST /projects: response 201: application/json removed',
    replace([...PROJECTS, 'post', 'responses', '201', 'content'], 'application/json', 'text/plain'),
  ],
  [
    'a scope is replaced',
    'GET /projects: security {"bearer":["read"]} is no longer sufficient',
    set([...PROJECTS, 'get', 'security'], [{ bearer: ['admin'] }]),
  ],
])('findBreakingChanges() detects that %s', (_title, expected, ...edits) => {
  expect(changesAfter(edits)).toContainEqual(expect.stringContaining(expected))
})

test.each<[title: string, ...Edit[]]>([
  ['the same description'],
  ['an added operation', set(['paths', '/changes'], { get: { operationId: 'listChanges', responses: {} } })],
  ['an added query parameter', add([...PROJECTS, 'get', 'parameters'], query('after'))],
  ['an added member of a request', set(property('ProjectRequest', 'owner'), { type: 'string' })],
  [
    'an added member of a response',
    set(property('Project', 'owner'), { type: 'string' }),
    required('Project', 'id', 'name', 'description', 'status', 'owner'),
  ],
  ['a larger limit of a request', set(property('ProjectRequest', 'name', 'maxLength'), 150)],
  ['a smaller limit of a response', set(property('Project', 'name', 'maxLength'), 100)],
  ['a narrower type of a response', set(property('Project', 'description', 'type'), 'string')],
  [
    'fewer alternatives of a response',
    set([...PROJECTS, 'post', 'responses', '409', 'content', 'application/problem+json', 'schema'], {
      $ref: '#/components/schemas/Conflict',
    }),
  ],
  ['an added error', set([...PROJECTS, 'get', 'responses', '410'], { description: 'Gone' })],
  [
    'an added header of a response',
    set([...PROJECTS, 'get', 'responses', '200', 'headers', 'Link'], { schema: { type: 'string' } }),
  ],
  ['an added media type', set([...PROJECTS, 'get', 'responses', '200', 'content', 'text/csv'], {})],
  ['a changed text', set(['info', 'description'], 'Projects')],
  ['a changed example', set(['components', 'parameters', 'Size', 'example'], 10)],
  ['a removed default', remove(['components', 'parameters', 'Size', 'schema', 'default'])],
  [
    'a request body in the place of its reference',
    (document) => {
      const body = document.getIn(['components', 'requestBodies', 'Project'])
      document.setIn([...PROJECTS, 'post', 'requestBody'], body)
    },
  ],
  ['access without credentials', set([...PROJECTS, 'get', 'security'], [])],
])('findBreakingChanges() accepts %s', (_title, ...edits) => {
  expect(changesAfter(edits)).toEqual([])
})

test('findBreakingChanges() rejects a reference without a target', () => {
  const edit = set(property('Project', 'owner'), { $ref: '#/components/schemas/None' })
  expect(() => changesAfter([edit])).toThrow('#/components/schemas/None does not exist')
})

test('findBreakingChanges() rejects a schema that contains itself', () => {
  const edit = set(property('Project', 'parent'), { $ref: '#/components/schemas/Project' })
  expect(() => changesAfter([edit])).toThrow('#/components/schemas/Project refers to itself')
})
