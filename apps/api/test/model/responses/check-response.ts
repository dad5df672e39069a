import { expectDescribed } from '../../support/requests/contract.ts'
import type { HttpResponse } from '../../support/requests/connection.ts'
import { closedValidatorOf } from '../operations.ts'
import type { InvalidRequest, Request, ValidRequest } from '../requests/request.ts'
import { expectSame, expectThat } from './expect.ts'

const PROBLEM_TYPES: Readonly<Record<number, string[]>> = {
  400: ['validation'],
  401: ['unauthorized'],
  403: ['forbidden', 'cross-site-request'],
  404: ['not-found'],
  405: ['method-not-allowed'],
  406: ['not-acceptable'],
  408: ['request-timeout'],
  409: ['conflict', 'idempotency-key-in-use'],
  410: ['cursor-gone'],
  412: ['precondition-failed'],
  413: ['content-too-large'],
  415: ['unsupported-media-type'],
  421: ['misdirected-request'],
  422: ['idempotency-key-reused'],
  429: ['too-many-requests'],
  431: ['header-too-large'],
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Validation error',
  404: 'Resource not found',
  409: 'Domain rule violation',
}

/** Checks what every response must satisfy, independent of the request. */
export function expectConformingResponse(request: Request, answer: HttpResponse): void {
  const { operation, method, target } = request
  const { status, headers, text } = answer
  expectThat(status < 500, `The server failed with ${status}: ${text}`)
  expectThat(headers.get('x-request-id') !== null, 'The response has no X-Request-Id')
  const isDescribed = operation.statuses.has(status)
  if (method === 'HEAD') return expectThat(isDescribed, `${operation.id} has no response ${status}`)
  expectDescribed(method, target, answer)
  if (text !== '') expectNoUndocumentedMembers(answer)
  if (status >= 400) expectProblem(answer)
}

/** Checks that the body has no members other than those in openapi.yaml. */
function expectNoUndocumentedMembers({ status, headers, text }: HttpResponse): void {
  const body = JSON.parse(text) as Record<string, unknown>
  if (status >= 400) {
    const schema = PROBLEM_SCHEMAS[status] ?? 'Problem'
    const validate = closedSchemaValidator(
      schema === 'ConflictProblem' && 'from' in body
        ? schema
        : schema === 'ConflictProblem'
          ? 'KeyInUseProblem'
          : schema,
    )
    expectThat(
      validate(body),
      `The problem does not conform to ${schema} without additional members: ${text}`,
    )
    return
  }
  if (headers.get('content-type')?.startsWith('application/json') !== true) return
  if ('cursor' in body) {
    const isClosed = closedSchemaValidator('ChangePage')
    return expectThat(isClosed(body), `The changes do not conform to ChangePage: ${text}`)
  }
  const listed = 'content' in body ? (body['content'] as object[]) : [body].flat()
  for (const item of listed) {
    const schema = 'projectId' in item ? 'TaskResponse' : 'ProjectResponse'
    expectThat(
      closedSchemaValidator(schema)(item),
      `The item does not conform to ${schema} without additional members: ${JSON.stringify(item)}`,
    )
  }
}

const PROBLEM_SCHEMAS: Readonly<Record<number, string>> = {
  400: 'ValidationProblem',
  404: 'NotFoundProblem',
  409: 'ConflictProblem',
  412: 'PreconditionFailedProblem',
}

const strict = new Map<string, (value: unknown) => boolean>()

/** A validator (Ajv) for a schema of openapi.yaml that allows no additional members. */
function closedSchemaValidator(name: string): (value: unknown) => boolean {
  const known = strict.get(name) ?? closedValidatorOf(name)
  strict.set(name, known)
  return known
}

function expectProblem({ status, headers, text }: HttpResponse): void {
  expectSame('Content-Type of a problem', headers.get('content-type'), 'application/problem+json')
  const problem = JSON.parse(text) as Record<string, unknown>
  expectSame('status of the problem', problem['status'], status)
  const kind = String(problem['type']).split('/errors/')[1] ?? ''
  expectThat(
    PROBLEM_TYPES[status]?.includes(kind) === true,
    `A problem with status ${status} has the type ${kind}`,
  )
  if (kind === 'idempotency-key-in-use') return
  expectThat(
    (TITLES[status] ?? problem['title']) === problem['title'],
    `The title is ${String(problem['title'])}`,
  )
}

/** Checks the status of the response to an invalid request. */
export function expectErrorStatus({ statuses }: InvalidRequest, { status }: HttpResponse): void {
  expectThat(statuses.includes(status), `Expected ${[...new Set(statuses)].join(' or ')}; received ${status}`)
}

/** Returns the seconds of the Retry-After header. */
export function expectRetryAfter({ headers }: HttpResponse): number {
  const seconds = Number(headers.get('retry-after'))
  expectThat(Number.isInteger(seconds) && seconds > 0, `Retry-After is ${String(headers.get('retry-after'))}`)
  return seconds
}

/** Checks the response to a request whose Idempotency-Key was used before. */
export function expectReplay(
  { kept, isSame }: NonNullable<ValidRequest['before']>,
  answer: HttpResponse,
): void {
  if (!isSame) return expectSame('status for a key that was used by another request', answer.status, 422)
  const parts = ({ status, headers, text }: HttpResponse): unknown => [
    status,
    text,
    headers.get('etag'),
    headers.get('location'),
  ]
  expectSame('replayed response', parts(answer), parts(kept.answer))
  expectSame('Idempotent-Replayed', answer.headers.get('idempotent-replayed'), 'true')
}
