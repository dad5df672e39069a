import type { ProblemTypeName } from './problem-types.ts'
import type { FieldError, ProblemDetails } from './problem.ts'

/** 400: the request does not conform to the OpenAPI document. */
export class InvalidRequest extends Error {
  override name = 'InvalidRequest'
  readonly errors: readonly [FieldError, ...FieldError[]]

  constructor(errors: readonly [FieldError, ...FieldError[]]) {
    super('Validation failed for one or more fields')
    this.errors = errors
  }
}

interface HttpErrorOptions extends ErrorOptions {
  headers?: Readonly<Record<string, string>>
  /** Extension members of the problem details. */
  members?: Partial<ProblemDetails>
}

/** An error that is answered with the given problem type; the message becomes its `detail`. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly problemType: ProblemTypeName
  readonly headers: Readonly<Record<string, string>>
  readonly members: Partial<ProblemDetails>

  constructor(
    problemType: ProblemTypeName,
    message: string,
    { headers = {}, members = {}, ...options }: HttpErrorOptions = {},
  ) {
    super(message, options)
    this.problemType = problemType
    this.headers = headers
    this.members = members
  }
}
