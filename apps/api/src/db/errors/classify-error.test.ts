import { AssertionError } from 'node:assert'
import { runInNewContext } from 'node:vm'

import pg from 'pg'

import { ResourceNotFound } from '../../domain/errors.ts'

import { isConnectionUnusable, isUnavailable, RetryTransaction } from './classify-error.ts'

function databaseError(code?: string, message = ''): pg.DatabaseError {
  const error = new pg.DatabaseError(message, 0, 'error')
  if (code !== undefined) error.code = code
  return error
}

function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
}

const refused = systemError('ECONNREFUSED', 'connect')

/** The error classes of another realm, in which Node creates system errors. */
const otherRealm = runInNewContext(`({ Error, TypeError, AggregateError })`) as {
  Error: ErrorConstructor
  TypeError: TypeErrorConstructor
  AggregateError: AggregateErrorConstructor
}
const refusedInOtherRealm = Object.assign(new otherRealm.Error('connect ECONNREFUSED'), {
  code: 'ECONNREFUSED',
  syscall: 'connect',
})

test.each<[string, unknown]>([
  ['SQLSTATE 08006 connection_failure', databaseError('08006')],
  ['SQLSTATE 53300 too_many_connections', databaseError('53300')],
  ['SQLSTATE 28P01 invalid_password', databaseError('28P01')],
  ['SQLSTATE 3D000 invalid_catalog_name', databaseError('3D000')],
  ['SQLSTATE 55000 object_not_in_prerequisite_state', databaseError('55000')],
  ['SQLSTATE 53100 disk_full', databaseError('53100')],
  ['SQLSTATE 57P01 admin_shutdown', databaseError('57P01')],
  ['SQLSTATE 57014 query_canceled', databaseError('57014')],
  ['SQLSTATE 25006 read_only_sql_transaction', databaseError('25006')],
  ['SQLSTATE 55P03 lock_not_available', databaseError('55P03')],
  ['SQLSTATE 25P03 idle_in_transaction_session_timeout', databaseError('25P03')],
  ['SQLSTATE 25P04 transaction_timeout', databaseError('25P04')],
  ['SQLSTATE 40003 statement_completion_unknown', databaseError('40003')],
  ['SQLSTATE 40001 serialization_failure', databaseError('40001')],
  ['SQLSTATE 40P01 deadlock_detected', databaseError('40P01')],
  [
    'a lost node of a distributed database',
    databaseError('XX000', 'failure on connection marked as essential: 127.0.0.1:5433'),
  ],
  [
    'a node of a distributed database that is lost while it receives rows',
    databaseError('58030', 'failed to COPY to shard 0 on 127.0.0.1:5433'),
  ],
  ['RetryTransaction', new RetryTransaction('conflict')],
  ['a DatabaseError without SQLSTATE, for an invalid message', databaseError()],
  ['a refused connection', refused],
  ['an unknown host name', systemError('ENOTFOUND', 'getaddrinfo')],
  ['a connection without a free file descriptor', systemError('EMFILE', 'connect')],
  ['a reset connection', systemError('ECONNRESET', 'read')],
  [
    'an expired certificate',
    Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' }),
  ],
  ['an AggregateError of refused connections', new AggregateError([refused, refused])],
  ['a refused connection from another realm', refusedInOtherRealm],
  ['an AggregateError from another realm', new otherRealm.AggregateError([refusedInOtherRealm])],
  ['a query timeout of the driver', new Error('Query read timeout')],
  ['a timeout of the pool', new Error('timeout exceeded when trying to connect')],
  ['a message of the wrong type', new Error('Received unexpected dataRow message from backend.')],
])('isUnavailable() is true for %s', (_name, error) => {
  expect(isUnavailable(error)).toBe(true)
})

test.each<[string, unknown]>([
  ['SQLSTATE 42703 undefined_column', databaseError('42703')],
  ['SQLSTATE 22012 division_by_zero', databaseError('22012')],
  ['SQLSTATE 23505 unique_violation', databaseError('23505')],
  ['a TypeError', new TypeError('x is not a function')],
  ['a TypeError from another realm', new otherRealm.TypeError('x is not a function')],
  ['a RangeError', new RangeError('Invalid array length')],
  ['a ReferenceError', new ReferenceError('x is not defined')],
  ['a SyntaxError', new SyntaxError('Unexpected token')],
  ['an AssertionError', new AssertionError({ message: 'failed' })],
  ['an error of the domain', new ResourceNotFound('Project', 'a')],
  ['an AggregateError with a TypeError', new AggregateError([refused, new TypeError('no')])],
  ['an AggregateError without errors', new AggregateError([])],
  ['a string', 'Query read timeout'],
])('isUnavailable() is false for %s', (_name, error) => {
  expect(isUnavailable(error)).toBe(false)
})

test.each<[boolean, string, unknown]>([
  [true, 'SQLSTATE 25006 read_only_sql_transaction', databaseError('25006')],
  [true, 'a query timeout of the driver', new Error('Query read timeout')],
  [true, 'a DatabaseError without SQLSTATE', databaseError()],
  [false, 'SQLSTATE 57014 query_canceled', databaseError('57014')],
  [false, 'SQLSTATE 40P01 deadlock_detected', databaseError('40P01')],
  [false, 'SQLSTATE 42703 undefined_column', databaseError('42703')],
  [false, 'a TypeError', new TypeError('x is not a function')],
])('isConnectionUnusable() is %s for %s', (expected, _name, error) => {
  expect(isConnectionUnusable(error)).toBe(expected)
})
