import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import type { Logger } from 'pino'

import { PROBLEM_MEDIA_TYPE } from '../../problems/problem.ts'
import { toProblem } from '../../problems/to-problem.ts'
import { plainAddress } from '../messages/client-address.ts'
import { lingerAndClose } from '../messages/lingering-close.ts'
import { REQUEST_ID_HEADER } from '../middleware/request-id.ts'

import { type ParserError, toHttpError } from './parser-error.ts'

export interface MalformedRequestOptions {
  logger: Logger
  /** Prefix of the `type` of every problem. */
  errorsBase: () => string
}

/**
 * Answers and logs what Node does not pass to the application: input that is not HTTP, headers that are too large or too
 * slow, and CONNECT. There is no response object, so the response is written to the socket.
 */
export function respondToMalformedRequest(
  error: ParserError,
  socket: Socket,
  { logger, errorsBase }: MalformedRequestOptions,
): void {
  const { problem } = toProblem(toHttpError(error), errorsBase())
  const requestId = randomUUID()
  const client = plainAddress(socket.remoteAddress)
  logger.info({ requestId, client, status: problem.status, cause: error.code }, 'request')
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
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  lingerAndClose(socket)
}
