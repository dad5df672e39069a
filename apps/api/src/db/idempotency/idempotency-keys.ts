import { createHash } from 'node:crypto'

import { type Kysely, sql, type Transaction } from 'kysely'

import { runWithRetry } from '../query/retry.ts'
import type { Database } from '../schema.ts'
import { RetryTransaction } from '../errors/retry-transaction.ts'

/** What a key is one of: two callers, or two operations, do not share theirs. */
export interface KeyScope {
  caller: string
  operation: string
  key: string
}

/** What was answered, byte for byte. */
export interface StoredResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** A key whose request was answered; the fingerprint says what that request was. */
export interface CompletedRequest extends StoredResponse {
  fingerprint: string
}

/**
 * Takes a key until the end of the transaction. Returns what was answered to the request that had it first, or
 * `running` while another transaction has it; undefined when it is free, and now this transaction's.
 */
export async function lockKey(
  transaction: Transaction<Database>,
  scope: KeyScope,
): Promise<CompletedRequest | 'running' | undefined> {
  const { caller, operation, key } = scope
  const { rows } = await sql<
    { taken: boolean } & (CompletedRequest | { [Member in keyof CompletedRequest]: null })
  >`
    select attempt.taken, used.fingerprint, used.status, used.headers, used.body
    from (select pg_try_advisory_xact_lock(${lockOf(scope)}) as taken) as attempt
    left join idempotency_keys as used on used.caller = ${caller} and used.operation = ${operation}
      and used.key = ${key} and used.expires_at > now()`.execute(transaction)
  const [row] = rows
  // A key that was used is not locked in vain by those who only repeat its answer.
  if (row && row.fingerprint !== null) return row
  return row?.taken === true ? undefined : 'running'
}

/**
 * Keeps the answer under the key, in place of one that is expired. Throws Superseded when there is one that is not:
 * its transaction came to its end after `takeKey` looked.
 */
export async function storeResponse(
  transaction: Transaction<Database>,
  { caller, operation, key }: KeyScope,
  used: CompletedRequest,
  ttlSeconds: number,
): Promise<void> {
  const { fingerprint, status, headers, body } = used
  const { rows } = await sql`
    insert into idempotency_keys (caller, operation, key, fingerprint, status, headers, body, expires_at)
    values (${caller}, ${operation}, ${key}, ${fingerprint}, ${status}, ${JSON.stringify(headers)}, ${body},
      now() + cast(${ttlSeconds} as integer) * interval '1 second')
    on conflict (caller, operation, key) do update
    set fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
      body = excluded.body, expires_at = excluded.expires_at
    where idempotency_keys.expires_at <= now()
    returning status`.execute(transaction)
  if (rows.length === 0) throw new RetryTransaction('The key was used meanwhile')
}

/** Deletes some expired keys, oldest first, and returns how many. Those that another server deletes are passed over. */
export async function deleteExpiredKeys(db: Kysely<Database>, limit: number): Promise<number> {
  const statement = sql`
    delete from idempotency_keys where (caller, operation, key) in (
      select caller, operation, key from idempotency_keys
      where expires_at <= now() order by expires_at limit ${limit} for update skip locked
    )`
  const { numAffectedRows } = await runWithRetry(db, () => statement.execute(db))
  return Number(numAffectedRows ?? 0)
}

/** The number of a lock of the database. Should two keys have the same one, they would wait for each other. */
function lockOf({ caller, operation, key }: KeyScope): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([caller, operation, key]))
    .digest()
  return String(digest.readBigInt64BE())
}
