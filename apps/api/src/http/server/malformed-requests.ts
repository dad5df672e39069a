import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import { HttpError, InvalidRequest } from '../../problems/http-errors.ts'
import { PROBLEM_MEDIA_TYPE } from '../../problems/problem.ts'
import { toProblem } from '../../problems/to-problem.ts'
import type { Context } from '../context.ts'
import { normalizeAddress } from '../messages/client-address.ts'
import { lingerAndClose } from '../messages/lingering-close.ts'
import { REQUEST_ID_HEADER } from '../middleware/request-id.ts'

/** An error of Node's HTTP parser. */
export interface ParserError extends NodeJS.ErrnoException {
  /** What the parser says. */
  reason?: string
  /** The received bytes in which the error is: not the whole request if it came in several parts. */
  rawPacket?: Buffer
  /** The number of bytes of `rawPacket` before the error. */
  bytesParsed?: number
}

/** The error code for a CONNECT request. */
export const CONNECT = 'CONNECT'

/**
 * Answers and logs what Node does not pass to the application: input that is not HTTP, headers that are too large or too
 * slow, and CONNECT. There is no response object, so the response is written to the socket.
 */
export function respondToMalformedRequest(
  error: ParserError,
  socket: Socket,
  { logger, problems }: Context,
): void {
  const { problem } = toProblem(toHttpError(error), problems)
  const requestId = randomUUID()
  const client = normalizeAddress(socket.remoteAddress)
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

function toHttpError(error: ParserError): Error {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return /^[A-Z]+ \S*$/.test(lineOf(error))
        ? new HttpError('uri-too-long', 'The request target is too long')
        : new HttpError('header-too-large', 'The headers of the request are too large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError('request-timeout', 'The request was not received in time')
    case 'HPE_INVALID_METHOD': {
      const method = METHOD.exec(lineOf(error))?.[1]
      return method === undefined
        ? notHttp(error)
        : new HttpError('not-implemented', `The server does not know the method ${method}`)
    }
    case 'HPE_INVALID_URL':
      return invalid('must have a path or a URL as its target, with other characters percent-encoded')
    case CONNECT:
      return invalid('must not use CONNECT: this server is not a proxy')
    default:
      return notHttp(error)
  }
}

const invalid = (message: string): InvalidRequest => new InvalidRequest([{ field: 'request', message }])

const notHttp = ({ reason = 'it is malformed' }: ParserError): InvalidRequest =>
  invalid(`must be HTTP/1.1, but: ${reason}`)

/** A method (a token of RFC 9110) with a target, or with nothing yet. Other protocols do not begin like that. */
const METHOD = /^([\w!#$%&'*+.^`|~-]{1,40})(?: \S|$)/

/** The line with the error: up to the error if the headers are too large, since the rest is not received. */
function lineOf({ code, rawPacket, bytesParsed = 0 }: ParserError): string {
  const before = rawPacket?.toString('latin1', 0, bytesParsed) ?? ''
  const after = code === 'HPE_INVALID_METHOD' ? rawPacket?.toString('latin1', bytesParsed) : ''
  return before.slice(before.lastIndexOf('\n') + 1) + (after?.split('\n')[0] ?? '')
}
