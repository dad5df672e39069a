/** A problem type. Its name is the last segment of the `type` member, and of the path of its page under `/errors`. */
export interface ProblemType {
  status: number
  title: string
  /** What it means for a client; shown on its page. */
  meaning: string
}

export const PROBLEM_TYPES = {
  validation: {
    status: 400,
    title: 'Validation error',
    meaning:
      'The request does not conform to the OpenAPI document. Each entry of "errors" names a field and says what it must be. Fix the request before sending it again.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    meaning:
      'The request has no API key or access token, or one that is not valid or has expired. "detail" and the WWW-Authenticate header give the reason. Send the request again with a valid credential.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    meaning:
      'The API key or access token is valid but does not have the required scope. The WWW-Authenticate header names the scope.',
  },
  'cross-site-request': {
    status: 403,
    title: 'Cross-site request',
    meaning:
      'The server has no authentication, and a page of another origin sent the request. Nothing was written. The operator can allow the origin with the setting CORS_ORIGINS.',
  },
  'not-found': {
    status: 404,
    title: 'Resource not found',
    meaning:
      'The project, the task or the path does not exist. "resourceType" says which of these it is, and "identifier" is its id or path. A resource may have been deleted after its id was read.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The resource does not support the method. The Allow header lists the supported methods.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    meaning: 'The Accept header excludes every media type of the resource.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    meaning: 'The server did not receive the complete request in time. Nothing was written.',
  },
  conflict: {
    status: 409,
    title: 'Domain rule violation',
    meaning:
      'The status of the project or the task does not allow the request. "from" is its current status and "to" the requested one, also of a task in an archived project. The status of a task cannot change from DONE; an ARCHIVED project and its tasks cannot be changed until the project is reactivated.',
  },
  'idempotency-key-in-use': {
    status: 409,
    title: 'Idempotency key in use',
    meaning:
      'The first request with this Idempotency-Key is still running. Send the same request again after the time in the Retry-After header to receive its response.',
  },
  'cursor-gone': {
    status: 410,
    title: 'Cursor gone',
    meaning:
      'Changes after the cursor were deleted, because they were older than the operator keeps them, because the change feed was off in between, or because the database was restored. Read the lists again, then continue without "after".',
  },
  'precondition-failed': {
    status: 412,
    title: 'Precondition failed',
    meaning:
      'The current entity tag of the project or the task is not in the If-Match header, because it was changed after the client read it, or the database was restored, or it is in the If-None-Match header of a write. Nothing was written. "etag" and the ETag header contain the current entity tag. Read the resource again before writing it.',
  },
  'content-too-large': {
    status: 413,
    title: 'Content too large',
    meaning: 'The body is larger than any valid body.',
  },
  'uri-too-long': {
    status: 414,
    title: 'URI too long',
    meaning: 'The path and the query of the request are longer than the server accepts.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The body must be application/json in UTF-8.',
  },
  'expectation-failed': {
    status: 417,
    title: 'Expectation failed',
    meaning: 'The Expect header contains something other than 100-continue. Send the request without it.',
  },
  'misdirected-request': {
    status: 421,
    title: 'Misdirected request',
    meaning:
      'The server has no authentication and does not serve the host in the Host header. Use the host name in its published address. The operator can add a host with the setting ALLOWED_HOSTS.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency key reused',
    meaning:
      'This Idempotency-Key was used before, for a request with another body or precondition, or to another resource. Use a new key for each request, and the same key only to retry that request.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The client has reached its rate limit, or has too many streams and waiting requests. The Retry-After header says when to try again.',
  },
  'header-too-large': {
    status: 431,
    title: 'Request header fields too large',
    meaning: 'The headers of the request are larger than the server accepts.',
  },
  internal: {
    status: 500,
    title: 'Internal server error',
    meaning:
      'An unexpected error occurred. The server log has the details under the id in the X-Request-Id header of the response.',
  },
  'not-implemented': {
    status: 501,
    title: 'Not implemented',
    meaning: 'The server does not know the method of the request. The names of methods are case-sensitive.',
  },
  unavailable: {
    status: 503,
    title: 'Service unavailable',
    meaning:
      'The database or the OpenID provider cannot be reached, or the server is stopping. The Retry-After header says when to try again. A write may or may not have taken effect; read the resource before sending the write again.',
  },
} as const satisfies Record<string, ProblemType>

export type ProblemTypeName = keyof typeof PROBLEM_TYPES

/** Problem types that need no members or headers beyond those of every problem, so that the status alone determines them. */
const DETERMINED_BY_STATUS: readonly ProblemTypeName[] = [
  'unauthorized',
  'not-acceptable',
  'request-timeout',
  'content-too-large',
  'unsupported-media-type',
  'header-too-large',
]

/** The problem type for the HTTP status of a library's error. Other 4xx become `validation`, everything else `internal`. */
export function problemTypeOfStatus(status: number): ProblemTypeName {
  const name = DETERMINED_BY_STATUS.find((type) => PROBLEM_TYPES[type].status === status)
  return name ?? (status < 500 ? 'validation' : 'internal')
}
