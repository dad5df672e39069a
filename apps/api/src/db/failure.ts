import pg from 'pg'

/** Serialization failure and deadlock: the transaction was rolled back, and may be run again. */
const RETRYABLE = new Set(['40001', '40P01'])

/**
 * Classes and codes of the server's own errors that pass with time: connection exceptions, insufficient
 * resources, shutdown and recovery, a cancelled statement, and a server that is read-only since a failover.
 */
const PASSING = /^(08|53|57P0|57014|25006)/

/** A row or a table that is there already. */
const DUPLICATE = new Set(['23505', '42P07'])

export function isDuplicate(error: unknown): boolean {
  return error instanceof pg.DatabaseError && DUPLICATE.has(error.code ?? '')
}

export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && RETRYABLE.has(error.code ?? '')
}

/** Whether the error says that the database is away, rather than that the statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return PASSING.test(error.code ?? '08') || isRetryable(error)
  // What the driver and the socket throw has no class of its own; a mistake in the code has one.
  return !(error instanceof TypeError || error instanceof RangeError)
}
