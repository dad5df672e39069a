import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { Express } from 'express'

import type { Context } from '../context.ts'

import { type ParserError, respondToClientError } from './client-errors.ts'
import { createMessageClasses } from './message-classes.ts'

/** Enough for a large access token and for a query with every parameter. */
const MAX_HEADER_BYTES = 16 * 1024
const HEADERS_TIMEOUT_MS = 10_000
/** Longer than a request can wait for changes. Closes connections of clients that do not receive their responses. */
const INACTIVITY_TIMEOUT_MS = 75_000
/** How often Node checks connections against the timeouts. */
const CONNECTIONS_CHECK_INTERVAL_MS = 1_000
/** Further connections are closed. */
const MAX_CONNECTIONS = 10_000

/** Creates the HTTP server of an Express application. */
export function createHttpServer(app: Express, context: Context) {
  const { requestTimeoutMs, keepAliveTimeoutMs } = context.config.http
  /** The response to the last request of each connection until it is sent: it keeps the request with its body. */
  const responses = new Map<Socket, ServerResponse | 'sent' | 'sent early' | 'none'>()
  const server = createServer(
    {
      ...createMessageClasses(app, context),
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: CONNECTIONS_CHECK_INTERVAL_MS,
    },
    (request: IncomingMessage, response: ServerResponse) => {
      const { socket, url = '' } = request
      const before = responses.get(socket)
      responses.set(socket, response)
      response.once('close', () => {
        if (responses.get(socket) === response)
          responses.set(socket, request.complete ? 'sent' : 'sent early')
      })
      // The authority of an absolute target replaces the Host header (RFC 9112, section 3.2.2).
      const [origin, authority] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url) ?? ['']
      if (authority !== undefined) request.headers.host = authority
      request.url = toRouterUrl(url.slice(origin.length))
      if (typeof before !== 'object' || before.closed) {
        app(request, response)
        return
      }
      // Node would execute all requests that a client sends at once, and keep their responses until it reads them.
      socket.pause()
      before.once('close', () => {
        socket.resume()
        if (socket.writable) app(request, response)
      })
    },
  )
  server.maxConnections = MAX_CONNECTIONS
  server.timeout = INACTIVITY_TIMEOUT_MS
  // Headers are limited by maxHeaderSize. With a limit on their number, Node drops the excess silently.
  server.maxHeadersCount = 0
  // A client that has closed its sending side still receives its response. By default Node closes the connection, although
  // the request is executed.
  Object.assign(server, { httpAllowHalfOpen: true })
  const onClientError = (error: ParserError, socket: Socket): void => {
    const found = responses.get(socket)
    const last = typeof found === 'object' ? found : undefined
    // Before the whole request was received, its response was sent: a second one would follow it.
    const isAnswered = found === 'sent early' || (last?.req.complete === false && last.headersSent)
    if (error.code === 'ECONNRESET' || isAnswered) {
      socket.destroy()
    } else if (last?.req.complete === true && !last.closed) {
      last.once('close', () => {
        onClientError(error, socket)
      })
    } else if (socket.writable) {
      respondToClientError(error, socket, context)
    }
  }
  server.on('clientError', onClientError)
  server.on('connection', (socket) => {
    responses.set(socket, 'none')
    socket.once('close', () => responses.delete(socket))
  })
  return {
    server,
    /** Closes the connections without a request; `Server.close()` closes those that had one. */
    closeUnused: () => {
      for (const [socket, response] of responses) if (response === 'none') socket.destroy()
    },
  }
}

/**
 * The path and the query of a request target. Express answers a target without a path, such as `*`, before any handler
 * runs, and one with an invalid percent encoding with 400: its percent signs are taken literally, as an id that does not
 * exist (404).
 */
function toRouterUrl(target: string): string {
  const url = target.startsWith('/') ? target : `/${target}`
  const [path = ''] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
