import { setTimeout as sleep } from 'node:timers/promises'

import type { Kysely, Transaction } from 'kysely'

import { StoreUnavailable } from '../../domain/errors.ts'
import { isRetryable, isUnavailable } from '../errors/classify-error.ts'
import { publishStatementError } from '../errors/statement-error-channel.ts'
import type { Database } from '../schema.ts'

const MAX_ATTEMPTS = 6
const BASE_DELAY_MS = 5

/**
 * Executes a single statement, and retries it after a serialization failure or a deadlock. Inside a transaction only
 * the whole transaction can be retried, so the error is passed on to `transactWithRetry`.
 *
 * Throws StoreUnavailable if the database is unavailable, or if the last attempt was rolled back too.
 */
export async function runWithRetry<T>(db: Kysely<Database>, statement: () => Promise<T>): Promise<T> {
  return db.isTransaction ? statement() : retry(statement)
}

/**
 * Executes `work` in a transaction, and retries the whole transaction after a serialization failure or a deadlock.
 * `work` must have no effects outside the transaction, because it may be called several times.
 *
 * Throws the same errors as `runWithRetry`.
 */
export async function transactWithRetry<T>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return retry(() => db.transaction().execute(work))
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      publishStatementError(error)
      if (!isRetryable(error) || attempt === MAX_ATTEMPTS) throw toDomainError(error)
      // Exponential backoff with full jitter, so that two conflicting transactions do not collide again.
      await sleep(Math.random() * BASE_DELAY_MS * 2 ** attempt)
    }
  }
}

function toDomainError(error: unknown): unknown {
  return isUnavailable(error)
    ? new StoreUnavailable('The database cannot be reached now; try again', { cause: error })
    : error
}
