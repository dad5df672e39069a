import { createHash } from 'node:crypto'

import { type Kysely, sql, type SqlBool } from 'kysely'

import { RetryTransaction } from '../errors/classify-error.ts'
import type { Database } from '../schema.ts'
import type { Store } from '../store.ts'

/** Keys are unique for each caller and operation; in a distributed database, for each bucket. */
export interface KeyScope {
  /** The bucket of the project, so that its rows and the key are on one shard. Always 0 if nothing is distributed. */
  bucket: number
  caller: string
  operation: string
  key: string
}

/** The response to the first request with a key, and the fingerprint of that request. */
interface StoredResponse {
  fingerprint: string
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * Locks a key until the end of the transaction, and deletes an expired response. Returns undefined if this transaction now
 * holds the lock and no response is stored, the stored response if there is one, and `running` if another transaction
 * holds the lock.
 */
export async function lockKey(
  db: Kysely<Database>,
  scope: KeyScope,
): Promise<StoredResponse | 'running' | undefined> {
  const lockId = advisoryLockId(scope)
  const attempt = sql<{ locked: boolean }>`(select pg_try_advisory_xact_lock(${lockId}) as locked)`
  const { locked, isExpired, ...stored } = await db
    .selectFrom(attempt.as('attempt'))
    .leftJoin('idempotency_keys as stored', (join) => join.on(hasScope(scope)))
    .select(['attempt.locked', 'stored.fingerprint', 'stored.status', 'stored.headers', 'stored.body'])
    .select(sql<boolean | null>`stored.expires_at <= now()`.as('isExpired'))
    .executeTakeFirstOrThrow()
  // Replaying a stored response does not need the lock.
  if (isExpired === false) return stored as StoredResponse
  if (!locked) return 'running'
  if (isExpired === true)
    await db.deleteFrom('idempotency_keys').where(hasScope(scope)).where('expires_at', '<=', NOW).execute()
  return undefined
}

const hasScope = ({ bucket, caller, operation, key }: KeyScope) =>
  sql<SqlBool>`(bucket, caller, operation, key) = (${bucket}, ${caller}, ${operation}, ${key})`

const NOW = sql<string>`now()`

/**
 * Stores the response for a key that this transaction has locked. Throws RetryTransaction if a response is stored: its
 * transaction has committed since `lockKey` looked for it.
 */
export async function storeResponse(
  db: Kysely<Database>,
  scope: KeyScope,
  response: StoredResponse,
): Promise<void> {
  const row = await db
    .insertInto('idempotency_keys')
    .values({
      ...scope,
      ...response,
      headers: JSON.stringify(response.headers),
      expires_at: sql<string>`now() + interval '1 day'`,
    })
    // The columns of the primary key depend on whether the table is distributed.
    .onConflict((conflict) => conflict.doNothing())
    .returning('status')
    .executeTakeFirst()
  if (row === undefined) throw new RetryTransaction('Another request with this key has been completed')
}

/**
 * Deletes the oldest `limit` expired keys, and those that expired at the same time, and returns their number. Citus locks no
 * rows of several shards in a subquery, so that the keys are found by that time.
 */
export async function deleteExpiredKeys(store: Store, limit: number): Promise<number> {
  const deletion = sql`
    with oldest as (select expires_at from idempotency_keys where expires_at <= now() order by expires_at limit ${limit}),
      newest as (select max(expires_at) as expires_at from oldest)
    delete from idempotency_keys using newest where idempotency_keys.expires_at <= newest.expires_at`
  const { numAffectedRows } = await store.run((db) => deletion.execute(db))
  return Number(numAffectedRows)
}

/** The 64-bit id of the advisory lock. On a hash collision, one of two requests would be rejected as `running`. */
function advisoryLockId({ caller, operation, key }: KeyScope): string {
  const text = JSON.stringify([caller, operation, key])
  return String(createHash('sha256').update(text).digest().readBigInt64BE())
}

const CLEANUP_BATCH_SIZE = 500
const CLEANUP_INTERVAL_MS = 60_000

/** Deletes expired keys in batches, at an interval. Returns a function that stops it and waits for the running batch. */
export function startExpiredKeyCleanup(
  store: Store,
  onError: (error: unknown) => void,
  intervalMs: number = CLEANUP_INTERVAL_MS,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const deleteAll = async (): Promise<void> => {
    while (!signal.aborted && (await deleteExpiredKeys(store, CLEANUP_BATCH_SIZE)) >= CLEANUP_BATCH_SIZE);
  }
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(deleteAll).catch(onError)
  }, intervalMs).unref()
  return async () => {
    stopping.abort()
    clearInterval(timer)
    await running
  }
}
