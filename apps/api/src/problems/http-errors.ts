import type { ProblemTypeName } from './problem-types.ts'

/** What is wrong with one field of a request. */
export interface FieldError {
  /** The member of the body or the query parameter; `body`, `query` or `request` for the whole of it. */
  field: string
  message: string
}

/** The request is not what the description asks for; `errors` has at least one entry. */
export class InvalidRequest extends Error {
  override name = 'InvalidRequest'
  readonly errors: readonly [FieldError, ...FieldError[]]

  constructor(errors: readonly [FieldError, ...FieldError[]]) {
    super('Validation failed for one or more fields')
    this.errors = errors
  }
}

/** The server has no such path. */
export class PathNotFound extends Error {
  override name = 'PathNotFound'
  readonly path: string

  constructor(path: string) {
    super(`Path ${path} does not exist`)
    this.path = path
  }
}

/** HTTP itself refuses the request: its credentials, its method, its headers or the size of its body. */
export class HttpError extends Error {
  override name = 'Refusal'
  readonly problemType: ProblemTypeName
  readonly headers: Readonly<Record<string, string>>

  constructor(
    kind: ProblemTypeName,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.problemType = kind
    this.headers = headers
  }
}
