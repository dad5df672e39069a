import { isNativeError } from 'node:util/types'

import pg from 'pg'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const READ_ONLY_SQL_TRANSACTION = '25006'
const INTERNAL_ERROR = 'XX000'
const IO_ERROR = '58030'
const UNDEFINED_TABLE = '42P01'
const INSUFFICIENT_PRIVILEGE = '42501'

const DISK_FULL = '53100'

/**
 * SQLSTATEs of conditions that end without a change of the statement. Classes: 08 connection exception, 28 rejected login
 * (the password is being changed), 53 insufficient resources, 57 operator intervention (shutdown, recovery, cancelled statement). Codes: 25006 read-only transaction,
 * 25P03 idle-in-transaction timeout, 25P04 transaction timeout, 3D000 unknown database (it is being restored), 40003
 * statement completion unknown, 55000 a database that accepts no connections, 55P03 lock not available.
 */
const TRANSIENT = /^(?:08|28|53|57|25006|25P03|25P04|3D000|40003|55000|55P03)/

/** The messages with the codes of internal or I/O errors if a node of a Citus cluster is lost during a statement. */
const LOST_NODE = [
  'failure on connection marked as essential',
  'postmaster was shut down, exiting',
  'terminating connection due to unexpected postmaster exit',
  'server closed the connection unexpectedly',
  'failed to COPY to shard',
  'failed to complete COPY on',
]

/** Thrown inside a transaction to roll it back and retry it, because a concurrent transaction has committed first. */
export class RetryTransaction extends Error {
  override name = 'RetryTransaction'
}

export const isLoginRejected = (error: unknown): boolean => /^(?:28|3D000)/.test(sqlState(error) ?? '')

export const isDiskFull = (error: unknown): boolean => sqlState(error) === DISK_FULL

export const isUndefinedTable = (error: unknown): boolean => sqlState(error) === UNDEFINED_TABLE

export const isPermissionDenied = (error: unknown): boolean => sqlState(error) === INSUFFICIENT_PRIVILEGE

/** Whether the transaction was rolled back because of a concurrent one and can be retried. */
export function isRetryable(error: unknown): boolean {
  const code = sqlState(error)
  return error instanceof RetryTransaction || code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED
}

/** Whether the database is unavailable, as opposed to an error in the statement or in the code. */
export function isUnavailable(error: unknown): boolean {
  if (isRetryable(error) || TRANSIENT.test(sqlState(error) ?? '')) return true
  return isLostNode(error) || isProtocolError(error) || isConnectionError(error)
}

/**
 * Whether the connection on which a statement failed must be closed: it was lost, the server does not respond on it or
 * sends invalid messages, or the server is read-only. After a failover the host name may resolve to the new primary.
 */
export const isConnectionUnusable = (error: unknown): boolean =>
  sqlState(error) === READ_ONLY_SQL_TRANSACTION || isProtocolError(error) || isConnectionError(error)

/** `rolled_back`: by a conflict with another transaction. `refused`: PostgreSQL rejected the statement itself. */
export const STATEMENT_FAILURES = ['rolled_back', 'unavailable', 'refused'] as const
export type StatementFailure = (typeof STATEMENT_FAILURES)[number]

export function statementFailure(error: unknown): StatementFailure {
  if (isRetryable(error)) return 'rolled_back'
  return isUnavailable(error) ? 'unavailable' : 'refused'
}

const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

const isLostNode = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === INTERNAL_ERROR || error.code === IO_ERROR) &&
  LOST_NODE.some((text) => error.message.includes(text))

/** For bytes that are no valid message, the driver creates a DatabaseError without SQLSTATE. */
const isProtocolError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === undefined

/**
 * Whether an error without SQLSTATE means that there is no usable connection to the database: it was lost, it could not
 * be opened, or a timeout has expired.
 *
 * The driver, its pool, Kysely and the network stack of Node throw instances of `Error` itself for that. A bug throws a
 * subclass: TypeError and the like from JavaScript and Node, a class of its own from this project. The name is compared
 * rather than the class, because system errors may come from another realm.
 */
function isConnectionError(error: unknown): boolean {
  if (!isNativeError(error)) return false
  // A host name with several addresses, each of which was tried.
  if (error.name === 'AggregateError') {
    const { errors } = error as AggregateError
    return errors.length > 0 && errors.every(isConnectionError)
  }
  return error.name === 'Error'
}
