import pg from 'pg'

import { isConnectionError } from './connection-error.ts'
import { RetryTransaction } from './retry-transaction.ts'

/** Serialization failure and deadlock: the transaction was rolled back, and may be run again. */
const RETRYABLE = new Set(['40001', '40P01'])

/**
 * What the server says that passes with time. Classes: 08 connection exceptions, 53 out of a resource, 57 shutdown,
 * recovery and cancelled statements. Codes: a server that is read-only, a transaction that took too long, a
 * statement of which the server does not know whether it was done, and a lock that could not be had in time.
 */
const TRANSIENT = /^(?:08|53|57|25006|25P03|25P04|40003|55P03)/

const READ_ONLY = '25006'

/** A row or a table that is there already. */
const DUPLICATE = new Set(['23505', '42P07'])

export function isDuplicate(error: unknown): boolean {
  return DUPLICATE.has(sqlState(error) ?? '')
}

export function isRetryable(error: unknown): boolean {
  return error instanceof RetryTransaction || RETRYABLE.has(sqlState(error) ?? '')
}

/** Whether the error says that the database is away, rather than that the statement or the code is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (isRetryable(error) || TRANSIENT.test(sqlState(error) ?? '')) return true
  return isProtocolError(error) || isConnectionError(error)
}

/**
 * Whether the connection on which a statement failed is of no use to the next one: the server does not answer on
 * it, or what it answers makes no sense, or it is read-only, and the address may lead to another server by now.
 */
export function isConnectionUnusable(error: unknown): boolean {
  return sqlState(error) === READ_ONLY || isProtocolError(error) || isConnectionError(error)
}

function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** The driver makes an error like the server's, but without a code, of bytes that are no message. */
function isProtocolError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === undefined
}
