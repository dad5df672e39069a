import { createHash } from 'node:crypto'

import type { Request } from 'express'
import type { Kysely } from 'kysely'

import { storeResponse, type KeyScope, lockKey } from '../../db/idempotency/idempotency-keys.ts'
import { transactWithRetry } from '../../db/query/retry.ts'
import type { Database } from '../../db/schema.ts'
import { HttpError } from '../../problems/http-errors.ts'

import { callerIdOf } from '../middleware/request-caller.ts'
import type { Context } from '../../context.ts'
import { type PreparedResponse, problemResponse } from './response.ts'

/** Who sends requests where nobody is asked who it is. */
const ANONYMOUS = 'anonymous'

const REPLAYED_HEADER = 'Idempotent-Replayed'
const RETRY_AFTER_SECONDS = '1'

/**
 * The key that a request names: a string of Structured Fields, or the same without its quotes, as many clients write
 * it. The description has seen that it is one of them.
 */
export function readIdempotencyKey({ headers }: Request): string | undefined {
  const key = headers['idempotency-key'] as string | undefined
  return key?.startsWith('"') ? key.slice(1, -1).replaceAll(/\\(.)/g, '$1') : key
}

/**
 * Answers a request that names a key. The first one with it is carried out and answered in one transaction with the
 * key, so that both are there afterwards, or neither is; every other gets the same answer again. What the operation
 * answers is kept, a refusal too; a failure of the server is not.
 *
 * Throws Refusal while the first one runs, and when it was another request.
 */
export async function respondOnce(
  request: Request,
  key: string,
  operation: string,
  { db, errorsBase, idempotencyKeyTtl }: Context,
  respond: (db: Kysely<Database>) => Promise<PreparedResponse>,
): Promise<PreparedResponse> {
  const scope: KeyScope = { caller: callerIdOf(request) ?? ANONYMOUS, operation, key }
  const fingerprint = computeFingerprint(request)
  const outcome = await transactWithRetry(db, async (transaction) => {
    const used = await lockKey(transaction, scope)
    if (used !== undefined) return used
    const answer = await respond(transaction).catch((error: unknown) =>
      toClientErrorResponse(error, errorsBase()),
    )
    await storeResponse(transaction, scope, { ...answer, fingerprint }, idempotencyKeyTtl)
    return answer
  })
  if (outcome === 'running') {
    throw new HttpError(
      'idempotency-key-in-use',
      'The first request with this Idempotency-Key is still running',
      {
        'Retry-After': RETRY_AFTER_SECONDS,
      },
    )
  }
  if (!('fingerprint' in outcome)) return outcome
  if (outcome.fingerprint !== fingerprint) {
    throw new HttpError(
      'idempotency-key-reused',
      'This Idempotency-Key was used for another request; use a new key for each',
    )
  }
  const { status, headers, body } = outcome
  return { status, headers: { ...headers, [REPLAYED_HEADER]: 'true' }, body }
}

/** The answer to a request that the operation refuses. Throws what is the server's own fault. */
function toClientErrorResponse(error: unknown, errorsBase: string): PreparedResponse {
  const rendering = problemResponse(error, errorsBase)
  if (rendering.status >= 500) throw error
  return rendering
}

/**
 * The same for the same request: what it is for, in whichever case its id is written, and its body, whatever the order
 * of the members.
 */
function computeFingerprint({ params, body }: Request): string {
  const ids = Object.entries(params).map(([name, id]) => [name, String(id).toLowerCase()])
  return createHash('sha256')
    .update(JSON.stringify([Object.fromEntries(ids), body ?? null], sortMembers))
    .digest('base64')
}

/** A member that is null is the same as one that is absent. */
function sortMembers(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)))
}
