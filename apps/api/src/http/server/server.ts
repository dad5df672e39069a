import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { Express } from 'express'

import type { Context } from '../context.ts'
import { type ParserError, respondToClientError } from './client-errors.ts'
import { createMessageClasses } from './message-classes.ts'

/** Creates the HTTP server of an Express application, and a function that closes connections without a running request. */
export function createHttpServer(app: Express, context: Context) {
  const { requestTimeoutMs, keepAliveTimeoutMs } = context.config.http
  /** The last response of each connection while it is not sent. It keeps the request with its body, so it is removed then. */
  const running = new Map<Socket, ServerResponse | undefined>()
  const options = {
    ...createMessageClasses(app, context),
    requireHostHeader: false,
    // Enough for a large access token and for a query with every parameter.
    maxHeaderSize: 16 * 1024,
    headersTimeout: Math.min(10_000, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: 1_000,
  }
  const server = createServer(options, (request, response) => {
    const { socket, url = '' } = request
    const before = running.get(socket)
    running.set(socket, response)
    response.once('close', () => {
      if (running.get(socket) !== response) return
      // A response that was sent before its whole request was received stays: a second one must not follow it.
      if (request.complete) running.set(socket, undefined)
      if (context.isStopping()) socket.destroySoon()
    })
    // The authority of an absolute target replaces the Host header (RFC 9112, section 3.2.2).
    const [, authority, target = url] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)/i.exec(url) ?? []
    if (authority !== undefined) request.headers.host = authority
    // Express answers a target without a path, such as `*`, before any handler runs.
    request.url = decodable(target.startsWith('/') ? target : `/${target}`)
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
  server.maxConnections = 10_000
  // Longer than a request can wait for changes. Closes connections of clients that do not receive their responses.
  server.timeout = 75_000
  // Headers are limited by maxHeaderSize. With a limit on their number, Node drops the excess silently.
  server.maxHeadersCount = 0
  // A client that has closed its sending side still receives its response. By default Node closes the connection, although
  // the request is executed.
  Object.assign(server, { httpAllowHalfOpen: true })
  const onClientError = (error: ParserError, socket: Socket): void => {
    const last = running.get(socket)
    if (last?.req.complete === true && !last.closed) last.once('close', () => onClientError(error, socket))
    else if (error.code === 'ECONNRESET' || last?.headersSent === true) socket.destroy()
    else if (socket.writable) respondToClientError(error, socket, context)
  }
  server.on('clientError', onClientError)
  server.on('connection', (socket) => {
    running.set(socket, undefined)
    socket.once('close', () => running.delete(socket))
  })
  const closeIdle = (): void => {
    for (const [socket, response] of running) if (response?.closed !== false) socket.destroy()
  }
  return { server, closeIdle }
}

/** Percent signs of a path that the router cannot decode are taken literally, as an id that does not exist (404). */
function decodable(target: string): string {
  const [path = ''] = target.split('?')
  try {
    decodeURIComponent(path)
    return target
  } catch {
    return path.replaceAll('%', '%25') + target.slice(path.length)
  }
}
