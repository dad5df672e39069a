import { runInNewContext } from 'node:vm'

import pg from 'pg'

import { isConnectionUnusable, isUnavailable } from './classify-error.ts'

function fromServer(code?: string): pg.DatabaseError {
  const error = new pg.DatabaseError('', 0, 'error')
  if (code !== undefined) error.code = code
  return error
}

function fromSystem(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
}

const refused = fromSystem('ECONNREFUSED', 'connect')

/** An error, or several, as code of another realm throws them. */
const elsewhere = runInNewContext(`({ Error, AggregateError })`) as {
  Error: ErrorConstructor
  AggregateError: AggregateErrorConstructor
}
const refusedElsewhere = Object.assign(new elsewhere.Error('connect ECONNREFUSED'), {
  code: 'ECONNREFUSED',
  syscall: 'connect',
})

test.each([
  ['a connection exception', fromServer('08006')],
  ['too many connections', fromServer('53300')],
  ['a full disk', fromServer('53100')],
  ['a shutdown', fromServer('57P01')],
  ['a cancelled statement', fromServer('57014')],
  ['a server that is read-only', fromServer('25006')],
  ['a lock that was not to be had', fromServer('55P03')],
  ['a transaction that stood still', fromServer('25P03')],
  ['a transaction that took too long', fromServer('25P04')],
  ['a statement that may have been done', fromServer('40003')],
  ['a serialization failure', fromServer('40001')],
  ['a deadlock', fromServer('40P01')],
  ['bytes that are no message', fromServer()],
  ['a refused connection', refused],
  ['a name that is not known', fromSystem('ENOTFOUND', 'getaddrinfo')],
  ['a connection for which there is no descriptor', fromSystem('EMFILE', 'connect')],
  ['a broken connection', fromSystem('ECONNRESET', 'read')],
  ['several addresses that refuse', new AggregateError([refused, refused])],
  ['a refused connection, of another realm', refusedElsewhere],
  ['several of another realm', new elsewhere.AggregateError([refusedElsewhere, refusedElsewhere])],
  ['no answer', new Error('Query read timeout')],
  ['no connection in time', new Error('timeout exceeded when trying to connect')],
  ['an answer out of step', new Error('Received unexpected dataRow message from backend.')],
])('isUnavailable() is true for %s', (_what, error) => {
  expect(isUnavailable(error)).toBe(true)
})

test.each([
  ['a mistake in a statement', fromServer('42703')],
  ['a division by zero', fromServer('22012')],
  ['a row that is there already', fromServer('23505')],
  ['a wrong password', fromServer('28P01')],
  ['a mistake in the code', new TypeError('x is not a function')],
  ['an error of our own', new Error('no result')],
  ['a file that is not there', fromSystem('ENOENT', 'open')],
  ['several errors, one of them our own', new AggregateError([refused, new Error('no result')])],
  ['no errors at all', new AggregateError([])],
  ['what is no error', 'Query read timeout'],
])('isUnavailable() is false for %s', (_what, error) => {
  expect(isUnavailable(error)).toBe(false)
})

test.each([
  [true, 'a server that is read-only', fromServer('25006')],
  [true, 'no answer', new Error('Query read timeout')],
  [true, 'bytes that are no message', fromServer()],
  [false, 'a cancelled statement', fromServer('57014')],
  [false, 'a deadlock', fromServer('40P01')],
  [false, 'a mistake in a statement', fromServer('42703')],
])('isOver() is %s for %s', (expected, _what, error) => {
  expect(isConnectionUnusable(error)).toBe(expected)
})
