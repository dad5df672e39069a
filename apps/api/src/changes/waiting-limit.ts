import type { Request, Response } from 'express'

import { HttpError } from '../problems/http-errors.ts'
import { callerIdOf } from '../http/messages/request-caller.ts'
import { clientNetwork } from '../http/messages/client-address.ts'

/** How many streams and waiting requests a caller may have at the same time in one process. */
const MAX_WAITING_PER_CALLER = 100
const RETRY_AFTER_SECONDS = '5'

/**
 * Returns a function that counts a request that waits for changes until its response is closed. It throws HttpError (429)
 * if there are too many.
 */
export function createWaitingLimit(): (request: Request, response: Response) => void {
  const counts = new Map<string, number>()
  return (request, response) => {
    // The client may be gone already; then there is no other `close` event.
    if (response.closed) return
    const caller = callerIdOf(request) ?? clientNetwork(request)
    const count = counts.get(caller) ?? 0
    if (count >= MAX_WAITING_PER_CALLER) {
      throw new HttpError(
        'too-many-requests',
        `The limit is ${MAX_WAITING_PER_CALLER} streams and waiting requests at the same time; close one, or try again in ${RETRY_AFTER_SECONDS} seconds`,
        { headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
      )
    }
    counts.set(caller, count + 1)
    response.once('close', () => {
      const left = (counts.get(caller) ?? 1) - 1
      if (left === 0) counts.delete(caller)
      else counts.set(caller, left)
    })
  }
}
