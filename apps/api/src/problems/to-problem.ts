import { ResourceNotFound, RuleViolation, StoreUnavailable, VersionMismatch } from '../domain/errors.ts'
import { formatEntityTag } from '../http/headers/entity-tags.ts'

import { type FieldError, InvalidRequest, PathNotFound, HttpError } from './http-errors.ts'
import { PROBLEM_TYPES, type ProblemTypeName, problemTypeOfStatus } from './problem-types.ts'

/** An RFC 7807 problem-details object. */
export interface ProblemDetails {
  type: string
  title: string
  status: number
  detail: string
  /** ISO-8601, in UTC. */
  timestamp: string
  errors?: readonly FieldError[]
  resourceType?: string
  identifier?: string
  from?: string
  to?: string
  etag?: string
}

/** A problem, and the headers that go with it. */
export interface ProblemResponse {
  problem: ProblemDetails
  headers: Readonly<Record<string, string>>
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json'

const RETRY_AFTER_SECONDS = '1'

interface Draft {
  kind: ProblemTypeName
  detail: string
  members?: Partial<ProblemDetails>
  headers?: Readonly<Record<string, string>>
}

/** The one place where an error becomes a problem. An error that it does not know is the server's own fault. */
export function toProblem(error: unknown, errorsBase: string): ProblemResponse {
  const { kind, detail, members, headers = {} } = toDraft(error)
  const { status, title } = PROBLEM_TYPES[kind]
  const timestamp = new Date().toISOString()
  return { problem: { type: `${errorsBase}/${kind}`, title, status, detail, timestamp, ...members }, headers }
}

function toDraft(error: unknown): Draft {
  if (error instanceof ResourceNotFound) {
    const { resourceType, identifier } = error
    return { kind: 'not-found', detail: error.message, members: { resourceType, identifier } }
  }
  if (error instanceof RuleViolation) {
    return { kind: 'conflict', detail: error.message, members: { from: error.from, to: error.to } }
  }
  if (error instanceof VersionMismatch) {
    const etag = formatEntityTag(error.version)
    return {
      kind: 'precondition-failed',
      detail: error.message,
      members: { etag },
      headers: { ETag: etag },
    }
  }
  if (error instanceof InvalidRequest) return toValidationDraft(error)
  if (error instanceof PathNotFound) {
    const members = { resourceType: 'Path', identifier: error.path }
    return { kind: 'not-found', detail: error.message, members }
  }
  if (error instanceof HttpError)
    return { kind: error.problemType, detail: error.message, headers: error.headers }
  if (error instanceof StoreUnavailable) {
    return {
      kind: 'unavailable',
      detail: error.message,
      headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    }
  }
  return toStatusDraft(error)
}

/** A small request can have more faults than anybody wants to read, or to send. */
const MAX_FIELD_ERRORS = 100

function toValidationDraft({ message, errors }: InvalidRequest): Draft {
  const listed = errors.slice(0, MAX_FIELD_ERRORS)
  const detail =
    listed.length === errors.length
      ? message
      : `${message}; the first ${MAX_FIELD_ERRORS} of ${errors.length} faults are listed`
  return { kind: 'validation', detail, members: { errors: listed } }
}

/** Errors of the libraries between the socket and the handler carry the HTTP status that they mean. */
function toStatusDraft(error: unknown): Draft {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  const kind = problemTypeOfStatus(status)
  if (kind === 'internal') return { kind, detail: 'The server failed to answer this request' }
  if (kind !== 'validation') return { kind, detail: PROBLEM_TYPES[kind].meaning }
  const { message, errors } = new InvalidRequest([{ field: 'request', message: 'cannot be understood' }])
  return { kind, detail: message, members: { errors } }
}
