import type { Conditions, Input, StoredResponse } from '../model/model.ts'
import type { Operation } from '../operations.ts'
import type { Call, Caller } from '../steps/step.ts'

/** A request, classified by the response that is expected. */
export type Request = ValidRequest | InvalidRequest | UnknownRouteRequest | MalformedRequest

interface SentRequest {
  method: string
  target: string
  bytes: Buffer
  /** Whether the body is shorter than its Content-Length. */
  isUnfinished?: boolean
}

/** A request that conforms to openapi.yaml. The model predicts the response. */
export interface ValidRequest extends SentRequest {
  kind: 'valid'
  operation: Operation
  isHead: boolean
  caller: Caller
  input: Input
  segment: string
  /** The value of the Idempotency-Key header. */
  key: string | undefined
  conditions: Conditions
  requestId: string | undefined
  /** The encoding of a large body. */
  encodings: NonNullable<Call['encodings']>[1] | undefined
  /** The earlier request with this key, and whether this request is the same. */
  before: { kept: StoredResponse; isSame: boolean } | undefined
}

/** A request with at least one error. The response has one of these statuses. */
export interface InvalidRequest extends SentRequest {
  kind: 'invalid'
  operation: Operation
  statuses: number[]
}

/** A request to an unknown path, or with a method that the path does not have. */
export interface UnknownRouteRequest extends SentRequest {
  kind: 'unknown route'
  /** The methods of the path; undefined for an unknown path. */
  allowed: string[] | undefined
}

export interface MalformedRequest extends SentRequest {
  kind: 'malformed'
  status: number
}
