import { isNativeError } from 'node:util/types'

/**
 * Whether an error without SQLSTATE means that there is no usable connection to the database: it was lost, it could not
 * be opened, or a timeout has expired.
 *
 * The driver, its pool, Kysely and the network stack of Node throw instances of `Error` itself for that. A bug throws a
 * subclass: TypeError and the like from JavaScript and Node, a class of its own from this project. The name is compared
 * rather than the class, because system errors may come from another realm.
 */
export function isConnectionError(error: unknown): boolean {
  if (!isNativeError(error)) return false
  // A host name with several addresses, each of which was tried.
  if (isAggregateError(error)) return error.errors.length > 0 && error.errors.every(isConnectionError)
  return error.name === 'Error'
}

function isAggregateError(error: Error): error is AggregateError {
  return error.name === 'AggregateError'
}
