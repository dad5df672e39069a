import type { HttpRequest } from '../../support/requests/connection.ts'
import type { Operation } from '../operations.ts'
import type { Conditions, Input, StoredResponse } from '../state.ts'
import type { Caller } from '../steps/step.ts'

/** A request, classified by the response that is expected. */
export type Request = ValidRequest | InvalidRequest

/** A request that conforms to openapi.yaml. The model predicts the response. */
export interface ValidRequest extends HttpRequest {
  kind: 'valid'
  operation: Operation
  caller: Caller
  input: Input
  segment: string
  /** The value of the Idempotency-Key header. */
  key: string | undefined
  conditions: Conditions
  /** The earlier request with this key, and whether this request is the same. */
  before: { kept: StoredResponse; isSame: boolean } | undefined
}

/** A request that has to fail with a status, whatever exists. */
export interface InvalidRequest extends HttpRequest {
  kind: 'invalid'
  operation: Operation
  status: 400 | 401 | 403
}
