import { isNativeError } from 'node:util/types'

/** What the system calls a connection that breaks while it is used. */
const BROKEN = new Set([
  'ECONNABORTED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTCONN',
  'EPIPE',
  'EPROTO',
  'ETIMEDOUT',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
])

/** Whatever goes wrong in these, there is no connection yet. */
const CONNECTING = new Set(['connect', 'getaddrinfo'])

/** What the driver, its pool and Kysely throw without a code. */
const MESSAGES = new Set([
  'Cannot use a pool after calling end on the pool',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Query read timeout',
  'There was an error establishing an SSL connection',
  'driver has already been destroyed',
  'timeout exceeded when trying to connect',
  'timeout expired',
])

/** What the driver says when an answer makes no sense where it stands. */
const OUT_OF_STEP = /^Received unexpected \w+ message from backend\.$/

/**
 * Whether the error says that there is no connection to the database, or none that can be had in time. The error may
 * be of another realm, whose classes are not this one's: Node makes those of the system in its main one.
 */
export function isConnectionError(error: unknown): boolean {
  if (!isNativeError(error)) return false
  // A name may stand for several addresses, each of which was tried.
  if (isAggregate(error)) return error.errors.length > 0 && error.errors.every(isConnectionError)
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code !== undefined) return BROKEN.has(code) || CONNECTING.has(syscall ?? '')
  return MESSAGES.has(error.message) || OUT_OF_STEP.test(error.message)
}

function isAggregate(error: Error): error is AggregateError {
  return error.name === 'AggregateError'
}
