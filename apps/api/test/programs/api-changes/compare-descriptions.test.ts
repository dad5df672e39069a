import { readFileSync } from 'node:fs'

import { Document, parse } from 'yaml'

import { findBreakingChanges } from './compare-descriptions.ts'

const FILE = new URL('../../../openapi.yaml', import.meta.url)
const before = parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>
// Each case changes a copy. An edit of one place must not change those that share an anchor with it.
const description = new Document(before, { aliasDuplicateObjects: false })

/**
 * The new value at a path, which is removed without one. A path begins with an alias or the members of a schema, and ends
 * with `+` to add an item to a list.
 */
type Edit = [path: string, value?: unknown]

const ALIASES: Readonly<Record<string, string[]>> = {
  list: ['paths', '/api/v1/projects', 'get'],
  create: ['paths', '/api/v1/projects', 'post'],
  project: ['paths', '/api/v1/projects/{id}'],
  Size: ['components', 'parameters', 'Size'],
  conflict: [
    ...['components', 'responses', 'ConflictOrKeyInUse'],
    ...['content', 'application/problem+json', 'schema'],
  ],
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

const UPDATE = 'ProjectUpdateRequest.properties'
const RESPONSE = 'ProjectResponse.properties'
const STRING = { type: 'string' }
const CREATED = 'create responses 201'
const REQUIRED = ['id', 'name', 'description', 'createdAt', 'updatedAt']

/** What is reported after an edit. */
const BREAKING: Readonly<Record<string, Edit[]>> = {
  'DELETE /api/v1/projects/{id}: removed': [['project delete']],
  'PUT /api/v1/projects/{id}: removed': [['project']],
  'operationId updateProject renamed to replace': [['project put operationId', 'replace']],
  'query parameter x is required': [
    ['list parameters +', { name: 'x', in: 'query', schema: STRING, required: true }],
  ],
  'GET /api/v1/projects: query parameter status removed': [['list parameters 0']],
  'query parameter sort is serialized differently': [['list parameters 6 explode', false]],
  'query parameter sort[]: pattern ^id$ is new': [['list parameters 6 schema items pattern', '^id$']],
  'query parameter status: maxItems 100 does not fit into 2': [
    ['list parameters 0', { name: 'status', in: 'query', schema: { type: 'array', maxItems: 2 } }],
  ],
  'DELETE /api/v1/projects/{id}: path parameter id removed': [['project parameters']],
  'POST /api/v1/projects: request body: member owner is required, but may be absent': [
    ['ProjectRequest.required', ['name', 'owner']],
    ['ProjectRequest.properties.owner', STRING],
  ],
  'request body: member description is required, but may be absent': [
    ['ProjectUpdateRequest.required', ['name', 'description']],
  ],
  'request body: member description is no longer accepted': [[`${UPDATE}.description`]],
  'request body.status: enum ["TODO","IN_PROGRESS","DONE"] does not fit into ["TODO"]': [
    ['TaskStatus.enum', ['TODO']],
  ],
  'request body.name: maxLength 120 does not fit into 100': [[`${UPDATE}.name.maxLength`, 100]],
  'request body.name: pattern ^a is new': [[`${UPDATE}.name.allOf +`, { pattern: '^a' }]],
  'request body.dueDate: type ["string","null"] does not fit into string': [
    ['TaskRequest.properties.dueDate.type', 'string'],
  ],
  'query parameter size: default 20 does not fit into 50': [['Size schema default', 50]],
  'request body: propertyNames anything does not fit into': [
    ['ProjectRequest.propertyNames', { maxLength: 4 }],
  ],
  'DELETE /api/v1/projects/{id}: request body is required': [
    ['project delete requestBody', { required: true, content: {} }],
  ],
  'request body removed': [['create requestBody']],
  'request body application/json removed': [['create requestBody content', { 'text/plain': {} }]],
  'PUT /api/v1/projects/{id}: response 200 body: member status is required, but may be absent': [
    [`${RESPONSE}.status`],
    ['ProjectResponse.required', REQUIRED],
  ],
  'response 200 body.content[]: member status is required, but may be absent': [
    ['ProjectResponse.required', REQUIRED],
  ],
  'body.status: enum ["ACTIVE","ARCHIVED","PAUSED"] does not fit into ["ACTIVE","ARCHIVED"]': [
    ['ProjectStatus.enum +', 'PAUSED'],
  ],
  'response 200 body.name: type ["string","null"] does not fit into string': [
    [`${RESPONSE}.name.type`, ['string', 'null']],
  ],
  'response 200 body.number: type string does not fit into integer': [['PageNumber.type', 'string']],
  'response 409 body: member to is required, but may be absent': [
    ['ConflictProblem.allOf 1 required', ['from']],
  ],
  'response 409 body: type string does not fit into object': [['conflict', { anyOf: [STRING] }]],
  'POST /api/v1/projects: response 201 removed': [[CREATED]],
  'POST /api/v1/projects: response 201: header location removed': [[`${CREATED} headers Location`]],
  'POST /api/v1/projects: response 201 body application/json removed': [
    [`${CREATED} content application/json`],
  ],
  'GET /api/v1/projects: security {"bearer":["workbench:read"]} is no longer sufficient': [
    ['list security', [{ bearer: ['admin'] }]],
  ],
}

test.each(Object.entries(BREAKING))('findBreakingChanges() reports "%s"', (expected, edits) => {
  expect(changesAfter(edits)).toContainEqual(expect.stringContaining(expected))
})

test.each<[title: string, ...Edit[]]>([
  ['the same description'],
  ['an added operation', ['project trace', { operationId: 'traceProject', responses: {} }]],
  ['an added query parameter', ['list parameters +', { name: 'x', in: 'query', schema: STRING }]],
  ['an added member of a request', ['ProjectRequest.properties.owner', STRING]],
  [
    'an added member of a response',
    ...([
      [`${RESPONSE}.owner`, STRING],
      ['ProjectResponse.required', [...REQUIRED, 'status', 'owner']],
    ] as Edit[]),
  ],
  ['a larger limit of a request', ['ProjectRequest.properties.name.maxLength', 150]],
  ['a smaller limit of a response', [`${RESPONSE}.name.maxLength`, 100]],
  ['a narrower type of a response', [`${RESPONSE}.description.type`, 'string']],
  ['fewer alternatives of a response', ['conflict', { $ref: '#/components/schemas/ConflictProblem' }]],
  ['an added error', ['list responses 410', { description: 'Gone' }]],
  ['an added header of a response', ['list responses 200 headers X-New', { schema: STRING }]],
  ['an added media type', ['list responses 200 content text/csv', {}]],
  ['a changed example', ['Size example', 10]],
  ['a removed default', ['Size schema default']],
  ['a target in place of a reference', ['list parameters 5', description.getIn(ALIASES['Size'] ?? [])]],
  ['access without credentials', ['list security', []]],
])('findBreakingChanges() accepts %s', (_title, ...edits) => {
  expect(changesAfter(edits)).toEqual([])
})

test.each([
  ['None', 'does not exist'],
  ['ProjectResponse', 'refers to itself'],
])('findBreakingChanges() rejects a reference in a project to the schema %s, which %s', (name, message) => {
  const $ref = `#/components/schemas/${name}`
  expect(() => changesAfter([[`${RESPONSE}.owner`, { $ref }]])).toThrow(`${$ref} ${message}`)
})
