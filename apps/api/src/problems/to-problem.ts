import { DomainError, type DomainErrors } from '../domain/errors.ts'

import { HttpError, type HttpErrorOptions, InvalidRequest } from './http-errors.ts'
import { PROBLEM_TYPES, type ProblemTypeName } from './problem-types.ts'
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

/** What a response needs of an `HttpError`. */
interface Draft extends HttpErrorOptions {
  problemType: ProblemTypeName
  message: string
}

/** Converts any error to problem details. An error of an unknown class becomes 500. */
export function toProblem(error: unknown, options: ProblemOptions): ProblemResponse {
  const { problemType, message: detail, members, headers = {} } = toDraft(error, options)
  const { status, title } = PROBLEM_TYPES[problemType]
  const timestamp = new Date().toISOString()
  const type = `${options.base()}/${problemType}`
  return { problem: { type, title, status, detail, timestamp, ...members }, headers }
}

const DOMAIN_ERRORS: {
  [Name in keyof DomainErrors]: (error: DomainErrors[Name], options: ProblemOptions) => Draft
} = {
  ResourceNotFound: ({ message, resourceType, identifier }) => ({
    problemType: 'not-found',
    message,
    members: { resourceType, identifier },
  }),
  RuleViolation: ({ message, from, to }) => ({ problemType: 'conflict', message, members: { from, to } }),
  VersionMismatch: ({ message, version }, { formatEntityTag }) => {
    const etag = formatEntityTag(version)
    return { problemType: 'precondition-failed', message, members: { etag }, headers: { ETag: etag } }
  },
  StoreUnavailable: ({ message }) => unavailable(message),
}

function toDraft(error: unknown, options: ProblemOptions): Draft {
  if (error instanceof HttpError) return error
  if (error instanceof DomainError) return DOMAIN_ERRORS[error.name](error as never, options)
  if (error instanceof Error && 'code' in error && error.code === 'EMFILE')
    return unavailable('The server has too many open files; try again')
  // Errors of Express and its middleware have a `status`.
  return error instanceof Error && 'status' in error && Number(error.status) < 500
    ? new InvalidRequest([{ field: 'request', message: 'is malformed' }])
    : { problemType: 'internal', message: 'An unexpected error occurred' }
}

const unavailable = (message: string): Draft => ({
  problemType: 'unavailable',
  message,
  headers: { 'Retry-After': '1' },
})
