import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import type { Logger } from 'pino'
import { v7 } from 'uuid'

import { InvalidRequest, HttpError } from '../../problems/http-errors.ts'
import { PROBLEM_MEDIA_TYPE, toProblem } from '../../problems/to-problem.ts'

import { REQUEST_ID_HEADER } from '../middleware/request-id.ts'

/** The code for a request that asks for a tunnel. */
export const CONNECT = 'CONNECT'

/** Answers what is not HTTP, or came too slowly, or asks for a tunnel, by hand, and logs it: there is no request to give to the application. */
export function respondToMalformedRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  { logger, errorsBase }: { logger: Logger; errorsBase: () => string },
): void {
  // Nobody is there to read an answer.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { problem } = toProblem(toHttpError(error), errorsBase())
  const requestId = v7()
  logger.info({ requestId, status: problem.status, cause: error.code }, 'request')
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function toHttpError({ code }: NodeJS.ErrnoException): Error {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new HttpError('header-too-large', 'The headers of the request are too large')
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new HttpError('request-timeout', 'The request did not arrive in time')
  }
  const message = code === CONNECT ? 'must not be CONNECT, for this is no proxy' : 'must be HTTP/1.1'
  return new InvalidRequest([{ field: 'request', message }])
}
