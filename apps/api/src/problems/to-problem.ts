import { ResourceNotFound, RuleViolation, StoreUnavailable, VersionMismatch } from '../domain/errors.ts'
import { formatEntityTag } from '../http/headers/entity-tags.ts'

import { type FieldError, InvalidRequest, PathNotFound, Refusal } from './http-errors.ts'
import { KINDS, type KindName, kindOfStatus } from './problem-types.ts'

/** An RFC 7807 problem-details object. */
export interface Problem {
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
export interface ProblemAnswer {
  problem: Problem
  headers: Readonly<Record<string, string>>
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json'

const RETRY_AFTER_SECONDS = '1'

interface Draft {
  kind: KindName
  detail: string
  members?: Partial<Problem>
  headers?: Readonly<Record<string, string>>
}

/** The one place where an error becomes a problem. An error that it does not know is the server's own fault. */
export function problemOf(error: unknown, errorsBase: string): ProblemAnswer {
  const { kind, detail, members, headers = {} } = draftOf(error)
  const { status, title } = KINDS[kind]
  const timestamp = new Date().toISOString()
  return { problem: { type: `${errorsBase}/${kind}`, title, status, detail, timestamp, ...members }, headers }
}

function draftOf(error: unknown): Draft {
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
  if (error instanceof InvalidRequest) return draftOfInvalid(error)
  if (error instanceof PathNotFound) {
    const members = { resourceType: 'Path', identifier: error.path }
    return { kind: 'not-found', detail: error.message, members }
  }
  if (error instanceof Refusal) return { kind: error.kind, detail: error.message, headers: error.headers }
  if (error instanceof StoreUnavailable) {
    return {
      kind: 'unavailable',
      detail: error.message,
      headers: { 'Retry-After': RETRY_AFTER_SECONDS },
    }
  }
  return draftOfStatus(error)
}

/** A small request can have more faults than anybody wants to read, or to send. */
const MAX_LISTED = 100

function draftOfInvalid({ message, errors }: InvalidRequest): Draft {
  const listed = errors.slice(0, MAX_LISTED)
  const detail =
    listed.length === errors.length
      ? message
      : `${message}; the first ${MAX_LISTED} of ${errors.length} faults are listed`
  return { kind: 'validation', detail, members: { errors: listed } }
}

/** Errors of the libraries between the socket and the handler carry the HTTP status that they mean. */
function draftOfStatus(error: unknown): Draft {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  const kind = kindOfStatus(status)
  if (kind === 'internal') return { kind, detail: 'The server failed to answer this request' }
  if (kind !== 'validation') return { kind, detail: KINDS[kind].meaning }
  const { message, errors } = new InvalidRequest([{ field: 'request', message: 'cannot be understood' }])
  return { kind, detail: message, members: { errors } }
}
