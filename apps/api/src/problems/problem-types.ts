/** One kind of problem. Its name is the last part of the problem's type, and of the address of its page. */
export interface ProblemType {
  status: number
  title: string
  /** What it means for a client, for the page about it. */
  meaning: string
}

export const PROBLEM_TYPES = {
  validation: {
    status: 400,
    title: 'Validation error',
    meaning:
      'The request is not what the description of the API asks for. Each entry of "errors" names a field and says what it must be. Sending the same request again gives the same answer.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    meaning:
      'The request has no key and no access token, or one that is not valid or no longer. "detail" and the WWW-Authenticate header say what is wrong. Get a new one before the request is sent again.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    meaning:
      'The key or the access token is valid, and does not have the scope that this takes. The WWW-Authenticate header names the scope.',
  },
  'not-found': {
    status: 404,
    title: 'Resource not found',
    meaning:
      'There is no such project, task or path. "resourceType" says which of them, and "identifier" what was looked for. It may have been deleted since its id was read.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning:
      'The resource is there, and does not have this method. The Allow header lists those that it has.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    meaning: 'The Accept header excludes every media type that the resource has.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    meaning: 'The request did not arrive in time. Nothing was done.',
  },
  conflict: {
    status: 409,
    title: 'Domain rule violation',
    meaning:
      'The state of the project or the task forbids the request. "from" is the state that it has, and "to" the state that it would have had. A task that is DONE stays DONE; nothing in an ARCHIVED project can be changed until it is reactivated.',
  },
  'idempotency-key-in-use': {
    status: 409,
    title: 'Idempotency key in use',
    meaning:
      'The first request with this Idempotency-Key is still running, and its answer is not known yet. The Retry-After header says when to send the same request again; it will get that answer.',
  },
  'precondition-failed': {
    status: 412,
    title: 'Precondition failed',
    meaning:
      'The project or the task has changed since the client read it: its entity tag is none of those in the If-Match header. Nothing was written. "etag" and the ETag header give the tag that it has now; read it again before deciding what to write.',
  },
  'content-too-large': {
    status: 413,
    title: 'Content too large',
    meaning: 'The body is larger than any valid body can be.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The body must be application/json in UTF-8.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency key reused',
    meaning:
      'This Idempotency-Key was used for a request with another body, or for another resource. A key belongs to one request and its repetitions: use a new one for each.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    meaning: 'The client sends more requests than it may. The Retry-After header says when to try again.',
  },
  'header-too-large': {
    status: 431,
    title: 'Request header fields too large',
    meaning: 'The headers of the request are larger than the server reads.',
  },
  internal: {
    status: 500,
    title: 'Internal server error',
    meaning: "The server has a fault. Its log says more, under the id in the response's X-Request-Id header.",
  },
  unavailable: {
    status: 503,
    title: 'Service unavailable',
    meaning:
      'The database or the provider of the access tokens cannot be reached now, or the server is stopping. The Retry-After header says when to try again. Whether a write was done is not known; read before it is sent again.',
  },
} as const satisfies Record<string, ProblemType>

export type ProblemTypeName = keyof typeof PROBLEM_TYPES

/** The kinds that their status says everything about; a problem of any other has members or headers of its own. */
const OF_STATUS: readonly ProblemTypeName[] = [
  'unauthorized',
  'not-acceptable',
  'request-timeout',
  'content-too-large',
  'unsupported-media-type',
  'header-too-large',
]

/**
 * The kind for an HTTP status that a library gives. One that stands for no kind, or for one that needs to say more, is
 * the client's fault or the server's.
 */
export function problemTypeOfStatus(status: number): ProblemTypeName {
  const name = OF_STATUS.find((kind) => PROBLEM_TYPES[kind].status === status)
  return name ?? (status < 500 ? 'validation' : 'internal')
}
