export const PROBLEM_MEDIA_TYPE = 'application/problem+json'

/** A problem details object (RFC 9457, formerly RFC 7807). */
export interface ProblemDetails {
  type: string
  title: string
  status: number
  detail: string
  /** ISO 8601, in UTC. */
  timestamp: string
  errors?: readonly FieldError[]
  resourceType?: string
  identifier?: string
  from?: string
  to?: string
  etag?: string
}

/** One violation of the OpenAPI document in a request. */
export interface FieldError {
  /** The member of the body, the query parameter or the header; `body`, `query` or `request` for the whole of it. */
  field: string
  message: string
}
