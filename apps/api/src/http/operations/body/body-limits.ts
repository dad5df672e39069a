import type { IncomingMessage } from 'node:http'

import type { RequestHandler } from 'express'

import { HttpError } from '../../../problems/http-errors.ts'

export interface BodyLimits {
  /** On the wire, and unpacked. */
  maxBytes: number
  timeoutMs: number
}

/**
 * Gives a request to a parser of bodies, and refuses it as soon as more comes than may, or not everything in time.
 * The parser by itself would first read all of what it then refuses, however much or slow that is.
 */
export function limitBody(parse: RequestHandler, { maxBytes, timeoutMs }: BodyLimits): RequestHandler {
  return (request, response, next) => {
    if (contentLength(request) > maxBytes) throw contentTooLarge(maxBytes)
    if (request.complete) return parse(request, response, next)
    let received = 0
    let settled = false
    const settle = (outcome?: unknown): void => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      request.off('data', count)
      next(outcome)
    }
    const count = (chunk: Buffer): void => {
      received += chunk.length
      if (received > maxBytes) settle(contentTooLarge(maxBytes))
    }
    const timer = setTimeout(() => {
      settle(
        new HttpError('request-timeout', `The request body did not arrive in ${timeoutMs / 1000} seconds`),
      )
    }, timeoutMs)
    request.on('data', count)
    // A client that goes away shall leave nothing behind for as long as it might have taken.
    response.once('close', () => {
      clearTimeout(timer)
    })
    return parse(request, response, settle)
  }
}

/** Whether a request says that it has more than a body may have, or does not say how much. */
export const mayExceed = (request: IncomingMessage, maxBytes: number): boolean =>
  request.headers['transfer-encoding'] !== undefined || contentLength(request) > maxBytes

export const contentLength = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0)

export const contentTooLarge = (maxBytes: number): HttpError =>
  new HttpError('content-too-large', `The request body is larger than ${maxBytes} bytes`)
