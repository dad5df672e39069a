import { createHash } from 'node:crypto'

import { type Kysely, sql, type Transaction } from 'kysely'

import { RetryTransaction } from '../errors/retry-transaction.ts'
import { runWithRetry } from '../query/retry.ts'
import type { Database } from '../schema.ts'

/** Keys are unique for each caller and operation. */
export interface KeyScope {
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
 * Locks a key until the end of the transaction. Returns undefined if this transaction now holds the lock and no response
 * is stored, the stored response if there is one, and `running` if another transaction holds the lock.
 */
export async function lockKey(
  transaction: Transaction<Database>,
  scope: KeyScope,
): Promise<StoredResponse | 'running' | undefined> {
  const { caller, operation, key } = scope
  const { rows } = await sql<
    { locked: boolean } & (StoredResponse | { [Field in keyof StoredResponse]: null })
  >`
    select attempt.locked, stored.fingerprint, stored.status, stored.headers, stored.body
    from (select pg_try_advisory_xact_lock(${advisoryLockId(scope)}) as locked) as attempt
    left join idempotency_keys as stored on stored.caller = ${caller} and stored.operation = ${operation}
      and stored.key = ${key} and stored.expires_at > now()`.execute(transaction)
  const [row] = rows
  // Replaying a stored response does not need the lock.
  if (row && row.fingerprint !== null) return row
  return row?.locked === true ? undefined : 'running'
}

/**
 * Stores the response for a key, replacing an expired one. Throws RetryTransaction if a response is stored that has not
 * expired: its transaction has committed since `lockKey` looked for it.
 */
export async function storeResponse(
  transaction: Transaction<Database>,
  { caller, operation, key }: KeyScope,
  response: StoredResponse,
  ttlSeconds: number,
): Promise<void> {
  const { fingerprint, status, headers, body } = response
  const { rows } = await sql`
    insert into idempotency_keys (caller, operation, key, fingerprint, status, headers, body, expires_at)
    values (${caller}, ${operation}, ${key}, ${fingerprint}, ${status}, ${JSON.stringify(headers)}, ${body},
      now() + cast(${ttlSeconds} as integer) * interval '1 second')
    on conflict (caller, operation, key) do update
    set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
      body = excluded.body, expires_at = excluded.expires_at
    where idempotency_keys.expires_at <= now()
    returning status`.execute(transaction)
  if (rows.length === 0) throw new RetryTransaction('Another request with this key has been completed')
}

/** Deletes up to `limit` expired keys and returns their number. Skips keys that another server is deleting. */
export async function deleteExpiredKeys(db: Kysely<Database>, limit: number): Promise<number> {
  const statement = sql`
    delete from idempotency_keys where (caller, operation, key) in (
      select caller, operation, key from idempotency_keys
      where expires_at <= now() order by expires_at limit ${limit} for update skip locked
    )`
  const { numAffectedRows } = await runWithRetry(db, () => statement.execute(db))
  return Number(numAffectedRows ?? 0)
}

/** The 64-bit id of the advisory lock. On a hash collision, one of two requests would be rejected as `running`. */
function advisoryLockId({ caller, operation, key }: KeyScope): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([caller, operation, key]))
    .digest()
  return String(digest.readBigInt64BE())
}
