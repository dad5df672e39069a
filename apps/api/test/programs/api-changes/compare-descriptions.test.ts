import { readFileSync } from 'node:fs'

import { parseDocument } from 'yaml'

import { findBreakingChanges } from './compare-descriptions.ts'

// Each case changes a copy of this description.
const description = parseDocument(readFileSync(new URL('example.yaml', import.meta.url), 'utf8'))
const before = description.toJS() as Record<string, unknown>

/**
 * The new value at a path, which is removed without one. A path begins with an alias or the members of a schema, and ends
 * with `+` to add an item to a list.
 */
type Edit = [path: string, value?: unknown]

const ALIASES: Readonly<Record<string, string[]>> = {
  list: ['paths', '/projects', 'get'],
  create: ['paths', '/projects', 'post'],
  project: ['paths', '/projects/{id}'],
  Size: ['components', 'parameters', 'Size'],
  problem: ['responses', '409', 'content', 'application/problem+json', 'schema'],
}

const keysOf = (path: string): (string | number)[] =>
  path
    .split(' ')
    .flatMap((key, i) =>
      i === 0 && !(key in ALIASES) ? ['components', 'schemas', ...key.split('.')] : (ALIASES[key] ?? [key]),
    )
    .map((key) => (/^\d$/.test(key) ? Number(key) : key))

function changesAfter(edits: readonly Edit[]): string[] {
  const changed = description.clone()
  for (const [path, value] of edits) {
    const keys = keysOf(path)
    if (value === undefined && !changed.deleteIn(keys)) throw new Error(`There is no ${path}`)
    if (value !== undefined && keys.at(-1) === '+')
      changed.addIn(keys.slice(0, -1), changed.createNode(value))
    else if (value !== undefined) changed.setIn(keys, changed.createNode(value))
  }
  return findBreakingChanges(before, changed.toJS() as Record<string, unknown>)
}

const NAME = 'ProjectRequest.properties.name'
const DESCRIPTION = 'ProjectRequest.properties.description'
const BODY = 'PUT /projects/{id}: request body'
const RESPONSE = 'PUT /projects/{id}: response 200 body'
const BODY_COMPONENT = ['components', 'requestBodies', 'Project']
const STRING = { type: 'string' }
const WITHOUT_STATUS: Edit = ['Project.required', ['id', 'name', 'description']]

test.each<[title: string, expected: string, ...Edit[]]>([
  ['an operation is removed', 'DELETE /projects/{id}: removed', ['project delete']],
  ['a path is removed', 'PUT /projects/{id}: removed', ['project']],
  [
    'an operation is renamed',
    'PUT /projects/{id}: operationId updateProject renamed to replaceProject',
    ['project put operationId', 'replaceProject'],
  ],
  [
    'a required query parameter is added',
    'GET /projects: query parameter x is required',
    ['list parameters +', { name: 'x', in: 'query', schema: STRING, required: true }],
  ],
  ['a parameter is removed', 'GET /projects: query parameter status removed', ['list parameters 0']],
  [
    'a query parameter is serialized differently',
    'GET /projects: query parameter sort is serialized differently',
    ['list parameters 2 explode', false],
  ],
  [
    'the pattern of a query parameter is changed',
    'GET /projects: query parameter sort[]: pattern ^id$ is new',
    ['list parameters 2 schema items pattern', '^id$'],
  ],
  ['a path has no parameter', 'DELETE /projects/{id}: path parameter id removed', ['project parameters']],
  [
    'a required member is added to a request',
    'POST /projects: request body: member owner is required, but may be absent',
    ...([
      ['ProjectRequest.required', ['name', 'owner']],
      ['ProjectRequest.properties.owner', STRING],
    ] as Edit[]),
  ],
  [
    'a member of a request becomes required',
    `${BODY}: member description is required, but may be absent`,
    ['ProjectRequest.required', ['name', 'description']],
  ],
  ['a member of a request is removed', `${BODY}: member description is no longer accepted`, [DESCRIPTION]],
  [
    'a request has fewer values',
    'request body.status: enum ["ACTIVE","ARCHIVED"] does not fit into ["ACTIVE"]',
    ['Status.enum', ['ACTIVE']],
  ],
  [
    'the limit of a request is smaller',
    `${BODY}.name: maxLength 120 does not fit into 100`,
    [`${NAME}.maxLength`, 100],
  ],
  [
    'allOf of a request has a pattern',
    `${BODY}.name: pattern ^a is new`,
    [`${NAME}.allOf +`, { pattern: '^a' }],
  ],
  [
    'a request can no longer contain null',
    'request body.description: type ["string","null"] does not fit into string',
    [`${DESCRIPTION}.type`, 'string'],
  ],
  [
    'a default is changed',
    'query parameter size: default 20 does not fit into 50',
    ['Size schema default', 50],
  ],
  [
    'a keyword without a comparison is added to a request',
    'request body: propertyNames anything does not fit into',
    ['ProjectRequest.propertyNames', { maxLength: 4 }],
  ],
  [
    'a request body is added',
    'DELETE /projects/{id}: request body is required',
    ['project delete requestBody', { required: true, content: {} }],
  ],
  [
    'a member of a response is removed',
    `${RESPONSE}: member status is required, but may be absent`,
    ...([['Project.properties.status'], WITHOUT_STATUS] as Edit[]),
  ],
  [
    'a member of the items of a page may be absent',
    'GET /projects: response 200 body.content[]: member status is required, but may be absent',
    WITHOUT_STATUS,
  ],
  [
    'a response has a new value',
    'response 200 body.status: enum ["ACTIVE","ARCHIVED","PAUSED"] does not fit into ["ACTIVE","ARCHIVED"]',
    ['Status.enum +', 'PAUSED'],
  ],
  [
    'a response can contain null',
    `${RESPONSE}.name: type ["string","null"] does not fit into string`,
    ['Project.properties.name.type', ['string', 'null']],
  ],
  [
    'a response has another type',
    'response 200 body.number: type string does not fit into integer',
    ['PageNumber.type', 'string'],
  ],
  [
    'a member of an error may be absent',
    'PUT /projects/{id}: response 409 body: member to is required, but may be absent',
    ['Conflict.allOf 1 required', ['from']],
  ],
  [
    'a response has another alternative',
    'POST /projects: response 409 body',
    ['create problem', { anyOf: [{ type: 'object' }] }],
  ],
  ['a status is removed', 'POST /projects: response 201 removed', ['create responses 201']],
  [
    'a header of a response is removed',
    'POST /projects: response 201: header Location removed',
    ['create responses 201 headers Location'],
  ],
  [
    'a media type of a response is removed',
    'POST /projects: response 201: application/json removed',
    ['create responses 201 content application/json'],
  ],
  [
    'a scope is replaced',
    'GET /projects: security {"bearer":["read"]} is no longer sufficient',
    ['list security', [{ bearer: ['admin'] }]],
  ],
])('findBreakingChanges() detects that %s', (_title, expected, ...edits) => {
  expect(changesAfter(edits)).toContainEqual(expect.stringContaining(expected))
})

test.each<[title: string, ...Edit[]]>([
  ['the same description'],
  ['an added operation', ['project get', { operationId: 'getProject', responses: {} }]],
  ['an added query parameter', ['list parameters +', { name: 'after', in: 'query', schema: STRING }]],
  ['an added member of a request', ['ProjectRequest.properties.owner', STRING]],
  [
    'an added member of a response',
    ...([
      ['Project.properties.owner', STRING],
      ['Project.required', ['id', 'name', 'description', 'status', 'owner']],
    ] as Edit[]),
  ],
  ['a larger limit of a request', [`${NAME}.maxLength`, 150]],
  ['a smaller limit of a response', ['Project.properties.name.maxLength', 100]],
  ['a narrower type of a response', ['Project.properties.description.type', 'string']],
  ['fewer alternatives of a response', ['create problem', { $ref: '#/components/schemas/Conflict' }]],
  ['an added error', ['list responses 410', { description: 'Gone' }]],
  ['an added header of a response', ['list responses 200 headers Link', { schema: STRING }]],
  ['an added media type', ['list responses 200 content text/csv', {}]],
  ['a changed example', ['Size example', 10]],
  ['a removed default', ['Size schema default']],
  ['a reference in place of its target', ['create requestBody', description.getIn(BODY_COMPONENT)]],
  ['access without credentials', ['list security', []]],
])('findBreakingChanges() accepts %s', (_title, ...edits) => {
  expect(changesAfter(edits)).toEqual([])
})

test.each([
  ['None', 'does not exist'],
  ['Project', 'refers to itself'],
])('findBreakingChanges() rejects a reference in Project to the schema %s, which %s', (name, message) => {
  const $ref = `#/components/schemas/${name}`
  expect(() => changesAfter([['Project.properties.owner', { $ref }]])).toThrow(`${$ref} ${message}`)
})
