import { createHash } from 'node:crypto'

import type { Request } from 'express'

import { type KeyScope, lockKey, storeResponse } from '../../db/idempotency/idempotency-keys.ts'
import { bucketOf, isUuid } from '../../db/ids.ts'
import type { Store } from '../../db/store.ts'
import { HttpError } from '../../problems/http-errors.ts'
import { toProblem } from '../../problems/to-problem.ts'
import type { Context } from '../context.ts'
import { callerIdOf } from '../messages/request-caller.ts'
import { type PreparedResponse, prepareProblem } from '../responses/prepared-response.ts'

/** The caller of a key if access is anonymous. */
const ANONYMOUS = 'anonymous'

const REPLAYED_HEADER = 'Idempotent-Replayed'

/**
 * The Idempotency-Key of a request: a string of Structured Fields (RFC 9651), or the same without quotes, as many clients
 * send it. The header has been validated.
 */
export function readIdempotencyKey({ headers }: Request): string | undefined {
  const key = headers['idempotency-key'] as string | undefined
  return key?.startsWith('"') ? key.slice(1, -1).replaceAll(/\\(.)/g, '$1') : key
}

/** What identifies a request with an Idempotency-Key. */
interface KeyedRequest {
  request: Request
  key: string
  operation: string
  /** The preconditions that the operation evaluates; undefined if there are none. */
  preconditions: readonly unknown[] | undefined
}

/**
 * Runs an operation at most once per key and returns its stored response to every repetition.
 *
 * The operation, the key and the response are written in one transaction. A response with a 4xx status is stored too,
 * except 400; this one and an error with a 5xx status roll the transaction back.
 *
 * @throws HttpError if the first request with the key is still running, or if it was a different request
 */
export async function respondOnce(
  { request, key, operation, preconditions }: KeyedRequest,
  { store, problems }: Context,
  respond: (store: Store) => Promise<PreparedResponse>,
): Promise<PreparedResponse> {
  const caller = callerIdOf(request) ?? ANONYMOUS
  const bucket = store.isDistributed ? bucketFor(request, [caller, operation, key]) : undefined
  const scope: KeyScope = { bucket: bucket ?? 0, caller, operation, key }
  const fingerprint = fingerprintOf(request, preconditions)
  const outcome = await store.transact(async (transaction) => {
    const stored = await transaction.run((db) => lockKey(db, scope))
    if (stored !== undefined) return stored
    const response = await respond(transaction).catch((error: unknown) => {
      const problem = prepareProblem(toProblem(error, problems))
      if (problem.status >= 500 || problem.status === 400) throw error
      return problem
    })
    await transaction.run((db) => storeResponse(db, scope, { ...response, fingerprint }))
    return response
  }, bucket)
  if (outcome === 'running') {
    throw new HttpError(
      'idempotency-key-in-use',
      'The first request with this Idempotency-Key is still running',
      { headers: { 'Retry-After': '1' } },
    )
  }
  if (!('fingerprint' in outcome)) return outcome
  if (outcome.fingerprint !== fingerprint) {
    throw new HttpError(
      'idempotency-key-reused',
      'This Idempotency-Key was used for another request; use a new key for each request',
    )
  }
  const { status, headers, body } = outcome
  return { status, headers: { ...headers, [REPLAYED_HEADER]: 'true' }, body }
}

/** The bucket of the project in the path. A new project gets the one of its key. */
function bucketFor({ params }: Request, scope: readonly string[]): number {
  const [id] = Object.values(params) as string[]
  if (id !== undefined && isUuid(id)) return bucketOf(id)
  return bucketOf(createHash('sha256').update(JSON.stringify(scope)).digest('hex'))
}

/**
 * A hash of the path parameters, the body and the preconditions. Ids are compared without case. The order of members
 * does not matter, and a member that is null equals one that is absent, except in a patch.
 */
function fingerprintOf(
  { method, params, body }: Request,
  preconditions: readonly unknown[] | undefined,
): string {
  const ids = Object.entries(params).map(([name, id]) => [name, String(id).toLowerCase()])
  // Without preconditions, the hash equals the stored ones of earlier versions.
  const conditions = preconditions === undefined ? [] : [preconditions]
  return createHash('sha256')
    .update(
      JSON.stringify([Object.fromEntries(ids), body ?? null, ...conditions], sortMembers(method === 'PATCH')),
    )
    .digest('base64')
}

/** A replacer for JSON.stringify that sorts the members of objects, and by default drops those that are null. */
const sortMembers =
  (keepsNull: boolean) =>
  (_key: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const members = Object.entries(value).filter(([, member]) => keepsNull || member !== null)
    return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)))
  }
