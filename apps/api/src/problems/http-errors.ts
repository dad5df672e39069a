import type { ProblemTypeName } from './problem-types.ts'
import type { FieldError, ProblemDetails } from './problem.ts'

export interface HttpErrorOptions extends ErrorOptions {
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

/** Limits the size of the response: a small body can have thousands of unknown members. */
const MAX_FIELD_ERRORS = 100

/** 400: the request does not conform to the OpenAPI document. */
export class InvalidRequest extends HttpError {
  override name = 'InvalidRequest'

  constructor(errors: readonly [FieldError, ...FieldError[]]) {
    const isCut = errors.length > MAX_FIELD_ERRORS
    const cut = isCut ? `; the first ${MAX_FIELD_ERRORS} of ${errors.length} errors are listed` : ''
    super('validation', `Validation failed for one or more fields${cut}`, {
      members: { errors: errors.slice(0, MAX_FIELD_ERRORS) },
    })
  }
}
