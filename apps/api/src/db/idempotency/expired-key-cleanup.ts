import type { Kysely } from 'kysely'

import { deleteExpiredKeys } from './idempotency-keys.ts'
import type { Database } from '../schema.ts'

const BATCH = 500
const PAUSE_MS = 60_000

/**
 * Deletes expired keys now and then, a batch at a time. The pauses are random, so that several servers do not meet.
 * Returns what ends it.
 */
export function startExpiredKeyCleanup(
  db: Kysely<Database>,
  onFailure: (error: unknown) => void,
  pauseMs: number = PAUSE_MS,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let sweeping = Promise.resolve()
  const sweep = async (): Promise<void> => {
    while (!isOver && (await deleteExpiredKeys(db, BATCH)) === BATCH);
  }
  const plan = (): void => {
    if (isOver) return
    const begin = (): void => {
      sweeping = sweep().catch(onFailure).finally(plan)
    }
    timer = setTimeout(begin, pauseMs * (0.5 + Math.random())).unref()
  }
  plan()
  return async () => {
    isOver = true
    clearTimeout(timer)
    await sweeping
  }
}
