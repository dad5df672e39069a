import { setTimeout as sleep } from 'node:timers/promises'

import type { Kysely, Transaction } from 'kysely'

import { StoreUnavailable } from '../../domain/errors.ts'

import { isRetryable, isUnavailable } from '../errors/classify-error.ts'
import { publishStatementError } from '../errors/statement-error-channel.ts'
import type { Database } from '../schema.ts'

const MAX_ATTEMPTS = 6
const FIRST_PAUSE_MS = 5

/**
 * Runs one statement, and runs it again when the server rolled it back because of another one. Inside a transaction
 * only the whole of that can be run again: then the failure goes to `transact`.
 *
 * Throws StoreUnavailable when the database is away, or when the statement was rolled back every time.
 */
export async function runWithRetry<T>(db: Kysely<Database>, work: () => Promise<T>): Promise<T> {
  return db.isTransaction ? work() : retry(work)
}

/**
 * Does all of `work` in one transaction, or nothing of it, and does it again when the server rolled it back because
 * of another one. `work` must be safe to repeat from the start, which it is when all it does is in the transaction.
 *
 * Throws as `run` does.
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
      if (!isRetryable(error) || attempt === MAX_ATTEMPTS) throw classified(error)
      // The pause is random, so that two transactions do not meet again.
      await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** attempt)
    }
  }
}

function classified(error: unknown): unknown {
  return isUnavailable(error)
    ? new StoreUnavailable('The database cannot be reached now; try again', { cause: error })
    : error
}
