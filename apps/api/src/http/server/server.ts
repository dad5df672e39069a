import { randomUUID } from 'node:crypto'
import { createServer, IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import type { Express } from 'express'

import { HttpError, InvalidRequest } from '../../problems/http-errors.ts'
import { toProblem } from '../../problems/to-problem.ts'
import type { Context } from '../context.ts'
import { normalizeAddress } from '../messages/client-address.ts'
import { REQUEST_ID_HEADER } from '../middleware/request-id.ts'
import { prepareProblem } from '../responses/prepared-response.ts'

/** Creates the HTTP server of an Express application, and a function that closes connections without a running request. */
export function createHttpServer(app: Express, context: Context) {
  const { requestTimeoutMs, keepAliveTimeoutMs } = context.config.http
  /** The last response of each connection while it is not sent. It keeps the request with its body, so it is removed then. */
  const running = new Map<Socket, ServerResponse | undefined>()
  const options = {
    ...createMessageClasses(app),
    requireHostHeader: false,
    // Enough for a large access token and for a query with every parameter.
    maxHeaderSize: 16 * 1024,
    headersTimeout: Math.min(10_000, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: 1_000,
  }
  const server = createServer(options, (request, response) => {
    const { socket } = request
    const before = running.get(socket)
    running.set(socket, response)
    response.once('close', () => {
      if (running.get(socket) !== response) return
      // A response that was sent before its whole request was received stays: a second one must not follow it.
      if (request.complete) running.set(socket, undefined)
      if (context.isStopping()) socket.destroySoon()
    })
    // The authority of an absolute target replaces the Host header (RFC 9112, section 3.2.2).
    const [, authority, path = '', query = ''] = TARGET.exec(request.url ?? '') ?? []
    if (authority !== undefined) request.headers.host = authority
    // Express answers a target without a path, such as `*`, before any handler runs.
    request.url = decodable(path.startsWith('/') ? path : `/${path}`) + query
    if (before === undefined || before.closed) {
      app(request, response)
      return
    }
    // Node would execute all requests that a client sends at once, and keep their responses until it reads them.
    socket.pause()
    before.once('close', () => {
      socket.resume()
      if (socket.writable) app(request, response)
    })
  })
  // By default Node answers every expectation but 100-continue with 417, without a body and a line in the log.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.maxConnections = 10_000
  // Longer than a request can wait for changes. Closes connections of clients that do not receive their responses.
  server.timeout = 75_000
  // A client that has closed its sending side still receives its response. By default Node closes the connection, although
  // the request is executed.
  Object.assign(server, { httpAllowHalfOpen: true })
  const onClientError = (error: ParserError, socket: Socket): void => {
    const last = running.get(socket)
    // A request can be completed after its response; the error is then in the next request.
    const isInLast = last?.req.complete === false
    if (last?.req.complete === true && !last.closed) last.once('close', () => onClientError(error, socket))
    else if (error.code === 'ECONNRESET' || (isInLast && last.headersSent)) socket.destroy()
    else if (socket.writable) respondToClientError(error, socket, context)
  }
  server.on('clientError', onClientError)
  server.on('connection', (socket) => {
    running.set(socket, undefined)
    socket.once('close', () => running.delete(socket))
  })
  const closeIdle = (): void => {
    for (const [socket, response] of running)
      if (response?.closed === false) response.shouldKeepAlive = false
      else socket.destroy()
  }
  return { server, closeIdle }
}

/**
 * Request and response classes whose prototypes already are the application's. Express sets the prototype of every request
 * and response; if that changes it, V8's inline caches for the object no longer apply, and a request takes several times
 * as much processor time.
 */
function createMessageClasses(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype })
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse as typeof ServerResponse }
}

const TARGET = /^(?:[a-z][a-z0-9+.-]*:\/\/([^/?#]*))?([^?]*)(.*)/i

/** Percent signs of a path that the router cannot decode are taken literally, as an id that does not exist (404). */
function decodable(path: string): string {
  try {
    if (path.includes('%')) decodeURIComponent(path)
    return path
  } catch {
    return path.replaceAll('%', '%25')
  }
}

/** An error of Node's HTTP parser, with what the parser says. */
type ParserError = NodeJS.ErrnoException & { reason?: string }

/** How long received bytes are discarded: if a socket is closed before, TCP sends RST, and the response can be lost. */
const LINGER_MS = 2_000

/** Answers and logs what Node does not pass to the application: input that is not HTTP, or too large or too slow. */
function respondToClientError(error: ParserError, socket: Socket, context: Context): void {
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
