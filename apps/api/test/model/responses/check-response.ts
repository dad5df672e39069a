import { expectDescribed } from '../../support/requests/contract.ts'
import type { HttpResponse } from '../../support/requests/connection.ts'
import type { Request, ValidRequest } from '../requests/request.ts'
import { expectSame, expectThat } from './expect.ts'

/** Checks what every response must satisfy: openapi.yaml, and the status of an invalid request. */
export function expectConformingResponse(request: Request, answer: HttpResponse): void {
  const { status, text } = answer
  expectThat(status < 500, `The server failed with ${status}: ${text}`)
  expectDescribed(request.method, request.target, answer)
  if (request.kind === 'invalid' && status !== 429) expectSame('status', status, request.status)
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
