import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import { HttpError, InvalidRequest } from '../../problems/http-errors.ts'
import { toProblem } from '../../problems/to-problem.ts'
import type { Context } from '../context.ts'
import { normalizeAddress } from '../messages/client-address.ts'
import { REQUEST_ID_HEADER } from '../middleware/request-id.ts'
import { prepareProblem } from '../responses/prepared-response.ts'

/** An error of Node's HTTP parser, with what the parser says. */
export type ParserError = NodeJS.ErrnoException & { reason?: string }

/** How long received bytes are discarded: if a socket is closed before, TCP sends RST, and the response can be lost. */
const LINGER_MS = 2_000

/** Answers and logs what Node does not pass to the application: input that is not HTTP, or too large or too slow. */
export function respondToClientError(error: ParserError, socket: Socket, context: Context): void {
  const { status, headers, body } = prepareProblem(toProblem(toHttpError(error), context.problems))
  const [requestId, client] = [randomUUID(), normalizeAddress(socket.remoteAddress)]
  context.logger.info({ requestId, client, status, cause: error.code }, 'request')
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: ${headers['Content-Type']}`,
    `Content-Length: ${Buffer.byteLength(body)}\r\nDate: ${new Date().toUTCString()}`,
    `${REQUEST_ID_HEADER}: ${requestId}\r\nCache-Control: no-store\r\nConnection: close`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

function toHttpError({ code, reason = 'it is malformed' }: ParserError): Error {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new HttpError('header-too-large', 'The request target and the headers are too large')
  return code === 'ERR_HTTP_REQUEST_TIMEOUT'
    ? new HttpError('request-timeout', 'The request was not received in time')
    : new InvalidRequest([{ field: 'request', message: `must be HTTP/1.1, but: ${reason}` }])
}
