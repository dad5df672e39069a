import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { Express } from 'express'

import type { Context } from '../context.ts'
import { contentLength, MAX_BODY_BYTES } from '../messages/body-size.ts'
import { isContinue } from '../middleware/expect-header.ts'
import { useOriginForm } from '../middleware/request-target.ts'

import { createMessageClasses } from './message-classes.ts'
import { CONNECT, type ParserError, respondToMalformedRequest } from './malformed-requests.ts'

/** Enough for a large access token and for a query with every parameter. */
const MAX_HEADER_BYTES = 16 * 1024

/** How often Node checks connections against the timeouts. */
const CONNECTIONS_CHECK_INTERVAL_MS = 1_000

/** Creates the HTTP server of an Express application. */
export function createHttpServer(app: Express, context: Context) {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, maxConnections } = context.config.http
  let running = 0
  const unused = new Set<Socket>()
  /** The response to the last request of each connection, and the one before it while that is not sent. */
  const lastResponses = new WeakMap<Socket, { last: ServerResponse; before: ServerResponse | undefined }>()
  const run = (request: IncomingMessage, response: ServerResponse): void => {
    running++
    response.once('close', () => {
      running--
    })
    // Express answers a request target without a path itself, before any handler runs.
    if (request.url?.startsWith('/') !== true) useOriginForm(request)
    app(request, response)
  }
  /** Requests of a connection run one after the other: Node does not tell a response that waits that the client is gone. */
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request
    const before = lastResponses.get(socket)?.last
    unused.delete(socket)
    if (before === undefined || before.closed) {
      lastResponses.set(socket, { last: response, before: undefined })
      run(request, response)
      return
    }
    lastResponses.set(socket, { last: response, before })
    socket.pause()
    before.once('close', () => {
      if (!socket.writable) return
      socket.resume()
      run(request, response)
    })
  }
  const server = createServer(
    {
      ...createMessageClasses(app, context),
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: headersTimeoutMs,
      requestTimeout: headersTimeoutMs + requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: CONNECTIONS_CHECK_INTERVAL_MS,
    },
    respond,
  )
  // Headers are limited by maxHeaderSize. With a limit on their number, Node drops the excess silently.
  server.maxHeadersCount = 0
  server.maxConnections = maxConnections
  // A client that has closed its sending side still receives its response. By default Node closes the connection, although
  // the request is executed.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  /** Answers malformed input after the complete requests before it. */
  const respondToMalformed = (error: ParserError, socket: Socket): void => {
    const { last, before } = lastResponses.get(socket) ?? {}
    const complete = last?.req.complete === true ? last : before
    if (error.code === 'ECONNRESET') {
      socket.destroy()
    } else if (complete !== undefined && !complete.closed) {
      complete.once('close', () => {
        respondToMalformed(error, socket)
      })
    } else if (last?.req.complete === false && last.headersSent) {
      socket.destroy()
    } else if (socket.writable) {
      // Otherwise the last response is sent, and further input is discarded until the socket is destroyed.
      respondToMalformedRequest(error, socket, context)
    }
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
  server.on('checkExpectation', respond)
  // By default Node sends 100 Continue for every body, also for one that is rejected because of its size.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const { expect = '' } = request.headers
    if (isContinue(expect) && contentLength(request) <= MAX_BODY_BYTES) response.writeContinue()
    respond(request, response)
  })
  return {
    server,
    /** The number of running requests. */
    countRunning: () => running,
    /** Closes the connections without a running request. `Server.close()` does so only when it is called. */
    closeUnused: () => {
      server.closeIdleConnections()
      for (const socket of unused) socket.destroy()
    },
  }
}
