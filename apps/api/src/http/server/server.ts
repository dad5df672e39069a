import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { Express } from 'express'

import type { HttpConfig } from '../../config/http.ts'
import { contentLength, MAX_BODY_BYTES } from '../messages/body-size.ts'
import { plainAddress } from '../messages/client-address.ts'
import { isContinue } from '../middleware/expect-header.ts'
import type { LargeResponses } from './large-responses.ts'
import { REQUEST_ID_HEADER } from '../middleware/request-id.ts'
import { useOriginForm } from '../middleware/request-target.ts'

import { Connections } from './connections.ts'
import { CONNECT, type ParserError } from './parser-error.ts'
import { type MalformedRequestOptions, respondToMalformedRequest } from './malformed-requests.ts'
import { createMessageClasses } from './message-classes.ts'

interface HttpServerOptions extends MalformedRequestOptions {
  http: HttpConfig
  largeResponses: LargeResponses
  /** Whether the server is stopping. Responses then close their connection. */
  isStopping: () => boolean
}

/** Enough for a large access token and for a query with every parameter. */
const MAX_HEADER_BYTES = 16 * 1024

/** How often Node checks connections against the timeouts. */
const CONNECTIONS_CHECK_INTERVAL_MS = 1_000

interface HttpServer {
  server: Server
  /** The number of running requests. */
  countRunning: () => number
}

/** Creates the HTTP server of an Express application. */
export function createHttpServer(app: Express, options: HttpServerOptions): HttpServer {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, maxConnections, writeTimeoutMs } =
    options.http
  const connections = new Connections({
    largeResponses: options.largeResponses,
    writeTimeoutMs,
    isStopping: options.isStopping,
    onSlowClient: ({ request, response }) => {
      const requestId = response.getHeader(REQUEST_ID_HEADER)
      const client = plainAddress(request.socket.remoteAddress)
      options.logger.warn({ requestId, client }, 'connection closed: the client does not receive responses')
    },
  })
  const run = (request: IncomingMessage, response: ServerResponse, begin = (): void => undefined): void => {
    // Express answers a request target without a path itself, before any handler runs.
    if (request.url?.startsWith('/') !== true) useOriginForm(request)
    const respond = (): void => {
      begin()
      app(request, response)
    }
    connections.run({ request, response, respond })
  }
  const server = createServer(
    {
      ...createMessageClasses(app, { connections, isStopping: options.isStopping }),
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: headersTimeoutMs,
      // Later than the timeout in body-limits.ts, which answers with problem details.
      requestTimeout: headersTimeoutMs + requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: CONNECTIONS_CHECK_INTERVAL_MS,
    },
    (request, response) => {
      run(request, response)
    },
  )
  // Headers are limited by maxHeaderSize. With a limit on their number, Node drops the excess silently.
  server.maxHeadersCount = 0
  server.maxConnections = maxConnections
  // A client that has closed its sending side still receives its response. By default Node closes the connection, although
  // the request is executed.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connection', (socket) => {
    connections.add(socket)
  })
  server.on('close', () => {
    connections.stop()
  })
  const respondToMalformed = (error: ParserError, socket: Socket): void => {
    if (error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    // The last response is already sent: further input is discarded until the socket is destroyed.
    if (!socket.writable) return
    connections.runLast(socket, () => {
      respondToMalformedRequest(error, socket, options)
    })
  }
  server.on('clientError', respondToMalformed)
  // By default Node closes the connection of a CONNECT request without a response.
  server.on('connect', (_request, socket: Socket) => {
    // Node has removed its listeners from the socket. Without one, an error of the connection is an uncaught exception.
    socket.on('error', () => undefined)
    socket.resume()
    respondToMalformed(Object.assign(new Error(), { code: CONNECT }), socket)
  })
  // By default Node answers an unknown Expect header with 417 and no problem details.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    run(request, response)
  })
  // By default Node sends 100 Continue for every body, also for one that is rejected because of its size.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    run(request, response, () => {
      const { expect = '' } = request.headers
      if (isContinue(expect) && contentLength(request) <= MAX_BODY_BYTES) response.writeContinue()
    })
  })
  return { server, countRunning: () => connections.running }
}
