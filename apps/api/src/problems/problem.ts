import type { components } from '../openapi/types.ts'

type Schemas = components['schemas']

export const PROBLEM_MEDIA_TYPE = 'application/problem+json'

/** One violation of the OpenAPI document in a request. */
export type FieldError = Schemas['FieldError']

/** The members that a problem type adds. */
type Extension<Name extends keyof Schemas> = Partial<Omit<Schemas[Name], keyof Schemas['Problem']>>

export type ProblemDetails = Schemas['Problem'] &
  Extension<'ValidationProblem'> &
  Extension<'NotFoundProblem'> &
  Extension<'ConflictProblem'> &
  Extension<'PreconditionFailedProblem'>
