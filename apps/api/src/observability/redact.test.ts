import { createApiKey } from '../auth/api-keys.ts'

import { serializeError } from './serialize-error.ts'
import { createRedact, passwordsInUrl, redactUrl } from './redact.ts'

test.each([
  ['connect to postgres://me:s3cret@db:5432/a failed', 'connect to postgres://***@db:5432/a failed'],
  ['postgres://me:s3@cret@db/a', 'postgres://***@db/a'],
  ['GET http://me:s3cret@host/api', 'GET http://***@host/api'],
  ['host=db password=s3cret user=me', 'host=db password=*** user=me'],
  ["password = 's3cret'", "password = '***'"],
  ['{"password":"s3cret"}', '{"password":"***"}'],
  ['postgres://db/a?password=s3cret&sslmode=require', 'postgres://db/a?password=***&sslmode=require'],
  ['authorization: Bearer s3.cr-et', 'authorization: Bearer ***'],
  ['Basic bWU6czNjcmV0', 'Basic ***'],
  [`{"url":"/api/v1/tasks/${createApiKey('a', 'read').key}/x"}`, '{"url":"/api/v1/tasks/workbench_***/x"}'],
  [
    `/api/v1/projects?status=${createApiKey('a', 'read').key}&page=1`,
    '/api/v1/projects?status=workbench_***&page=1',
  ],
  ['/api/v1/tasks/eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln-x/y', '/api/v1/tasks/***/y'],
  ['database workbench_production does not exist', 'database workbench_production does not exist'],
  ['{"url":"/api/v1/projects?page=1"}', '{"url":"/api/v1/projects?page=1"}'],
  ['listening on http://127.0.0.1:8080/api/v1', 'listening on http://127.0.0.1:8080/api/v1'],
])('createRedact([]) redacts %j to %j', (text, redacted) => {
  expect(createRedact([])(text)).toBe(redacted)
})

test('createRedact() redacts a known secret anywhere in the text, also with JSON escapes', () => {
  const redact = createRedact(['long"secret'])
  expect(redact('a long"secret b')).toBe('a *** b')
  expect(redact(JSON.stringify({ key: 'long"secret' }))).toBe('{"key":"***"}')
})

test('createRedact() does not redact a known secret with fewer than 8 characters, which may be a common word', () => {
  expect(createRedact(['page'])('/api?page=1')).toBe('/api?page=1')
})

test.each([
  ['postgres://me:p%40ss@db/a', ['p%40ss', 'p@ss']],
  ['postgres://db/a?password=other', ['other', 'other']],
  ['postgres://me:100%25%@db/a', ['100%25%', '100%%']],
  ['postgres://db/a', []],
  [undefined, []],
])('passwordsInUrl(%j) is %j', (url, passwords) => {
  expect(passwordsInUrl(url)).toEqual(passwords)
})

test.each([
  ['/a', '/a'],
  ['/a?page=1&sort=name,asc', '/a?page=1&sort=name,asc'],
  ['/a?access_token=s3cret&page=1', '/a?access_token=***&page=1'],
  ['/a?s3cret', '/a?***'],
  ['/a?page&s3cret&=s3cret', '/a?page&***&=***'],
  ['/a?x=a=b?c', '/a?x=***'],
])('redactUrl(%j) is %j if page and sort are known parameters', (url, safe) => {
  expect(redactUrl(url, new Set(['page', 'sort']))).toBe(safe)
})

test('serializeError() includes code and table of a cause, but not detail, body and input', () => {
  const cause = Object.assign(new Error('row rejected'), { code: '23514', table: 'tasks', detail: 's3cret' })
  const error = Object.assign(new TypeError('failed', { cause }), { body: 's3cret', input: 's3cret' })
  const serialized = serializeError(error)
  expect(serialized).toMatchObject({
    type: 'TypeError',
    message: 'failed',
    stack: error.stack,
    cause: { code: '23514', table: 'tasks' },
  })
  expect(JSON.stringify(serialized)).not.toContain('s3cret')
})

test('serializeError() serializes six levels of a cyclic chain of causes', () => {
  const error = new Error('cyclic')
  error.cause = error
  expect(JSON.stringify(serializeError(error)).match(/"message":"cyclic"/g)).toHaveLength(6)
})
