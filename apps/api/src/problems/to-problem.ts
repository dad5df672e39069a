import { ResourceNotFound, RuleViolation, StoreUnavailable, VersionMismatch } from '../domain/errors.ts'

import { HttpError, InvalidRequest } from './http-errors.ts'
import { PROBLEM_TYPES, type ProblemTypeName, problemTypeOfStatus } from './problem-types.ts'
import type { ProblemDetails } from './problem.ts'

export interface ProblemOptions {
  /** Prefix of the `type` of every problem. A function, because it may contain the port that the server listens on. */
  base: () => string
  /** Formats a version as the entity tag for the ETag header. */
  formatEntityTag: (version: string) => string
}

export interface ProblemResponse {
  problem: ProblemDetails
  headers: Readonly<Record<string, string>>
}

interface Draft {
  problemType: ProblemTypeName
  detail: string
  members?: Partial<ProblemDetails>
  headers?: Readonly<Record<string, string>>
}

const RETRY_AFTER_SECONDS = '1'

/** Converts any error to problem details. An error of an unknown class becomes 500. */
export function toProblem(error: unknown, options: ProblemOptions): ProblemResponse {
  const { problemType, detail, members, headers = {} } = toDraft(error, options)
  const { status, title } = PROBLEM_TYPES[problemType]
  const timestamp = new Date().toISOString()
  const type = `${options.base()}/${problemType}`
  return { problem: { type, title, status, detail, timestamp, ...members }, headers }
}

function toDraft(error: unknown, { formatEntityTag }: ProblemOptions): Draft {
  if (error instanceof HttpError) {
    const { problemType, message, members, headers } = error
    return { problemType, detail: message, members, headers }
  }
  if (error instanceof InvalidRequest) return toValidationDraft(error)
  if (error instanceof ResourceNotFound) {
    const { resourceType, identifier } = error
    return { problemType: 'not-found', detail: error.message, members: { resourceType, identifier } }
  }
  if (error instanceof RuleViolation) {
    return { problemType: 'conflict', detail: error.message, members: { from: error.from, to: error.to } }
  }
  if (error instanceof VersionMismatch) {
    const etag = formatEntityTag(error.version)
    return {
      problemType: 'precondition-failed',
      detail: error.message,
      members: { etag },
      headers: { ETag: etag },
    }
  }
  if (error instanceof StoreUnavailable) {
    const headers = { 'Retry-After': RETRY_AFTER_SECONDS }
    return { problemType: 'unavailable', detail: error.message, headers }
  }
  return toStatusDraft(error)
}

/** Limits the size of the response: a small body can have thousands of unknown members. */
const MAX_FIELD_ERRORS = 100

function toValidationDraft({ message, errors }: InvalidRequest): Draft {
  const listed = errors.slice(0, MAX_FIELD_ERRORS)
  const detail =
    listed.length === errors.length
      ? message
      : `${message}; the first ${MAX_FIELD_ERRORS} of ${errors.length} errors are listed`
  return { problemType: 'validation', detail, members: { errors: listed } }
}

/** Errors of Express and its middleware have a `status`. */
function toStatusDraft(error: unknown): Draft {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
  const problemType = problemTypeOfStatus(status)
  if (problemType === 'internal') return { problemType, detail: 'An unexpected error occurred' }
  if (problemType !== 'validation') return { problemType, detail: PROBLEM_TYPES[problemType].meaning }
  const { message, errors } = new InvalidRequest([{ field: 'request', message: 'is malformed' }])
  return { problemType, detail: message, members: { errors } }
}
