import type { RequestHandler } from 'express'

import { HttpError } from '../../problems/http-errors.ts'
import { contentLength, MAX_BODY_BYTES, mayExceedMaxBody } from '../messages/body-size.ts'

/**
 * Runs a body parser and rejects the request as soon as more than MAX_BODY_BYTES arrive (413), or if the body is not
 * complete after `timeoutMs` (408). Without this, the parser would read a body that is too large or too slow to its end
 * before it rejects it.
 */
export function limitBody(parse: RequestHandler, timeoutMs: number): RequestHandler {
  return (request, response, next) => {
    if (contentLength(request) > MAX_BODY_BYTES) throw contentTooLarge()
    if (request.complete) return parse(request, response, next)
    let received = 0
    let settled = false
    const settle = (error?: unknown): void => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      request.off('data', count)
      next(error)
    }
    const count = (chunk: Buffer): void => {
      received += chunk.length
      if (received > MAX_BODY_BYTES) settle(contentTooLarge())
    }
    const timer = setTimeout(() => {
      settle(
        new HttpError(
          'request-timeout',
          `The request body was not received within ${timeoutMs / 1000} seconds`,
        ),
      )
    }, timeoutMs)
    if (mayExceedMaxBody(request)) request.on('data', count)
    // If the client closes the connection, the timer would otherwise keep the request in memory until it fires.
    response.once('close', () => {
      clearTimeout(timer)
    })
    return parse(request, response, settle)
  }
}

export const contentTooLarge = (): HttpError =>
  new HttpError('content-too-large', `The request body is larger than ${MAX_BODY_BYTES} bytes`)
