import type { Store } from '../store.ts'

import { deleteExpiredKeys } from './idempotency-keys.ts'

const BATCH_SIZE = 500
const INTERVAL_MS = 60_000

/**
 * Deletes expired keys in batches, at an interval of `intervalMs` ± 50 %, so that several servers do not run at the same
 * time. Returns a function that stops it and waits for the running batch.
 */
export function startExpiredKeyCleanup(
  store: Store,
  onError: (error: unknown) => void,
  intervalMs: number = INTERVAL_MS,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let running = Promise.resolve()
  const deleteAll = async (): Promise<void> => {
    while (!stopped && (await deleteExpiredKeys(store, BATCH_SIZE)) === BATCH_SIZE);
  }
  const schedule = (): void => {
    if (stopped) return
    const start = (): void => {
      running = deleteAll().catch(onError).finally(schedule)
    }
    timer = setTimeout(start, intervalMs * (0.5 + Math.random())).unref()
  }
  schedule()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
