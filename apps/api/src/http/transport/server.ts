import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { Express } from 'express'

import type { HttpConfig } from '../../config/http.ts'
import { contentLength, MAX_BODY_BYTES } from '../middleware/body-size.ts'
import { useOriginForm } from '../middleware/request-target.ts'

import { CONNECT, type MalformedRequestOptions, respondToMalformedRequest } from './malformed-requests.ts'

export interface HttpServerOptions extends MalformedRequestOptions {
  http: HttpConfig
  /** Whether the server is stopping. Responses then close their connection. */
  isStopping: () => boolean
}

/** Enough for a large access token and for a query with every parameter. */
const MAX_HEADER_BYTES = 16 * 1024

/** How often Node checks connections against the timeouts. */
const CONNECTIONS_CHECK_INTERVAL_MS = 1_000

/** Creates the HTTP server of an Express application. */
export function createHttpServer(app: Express, options: HttpServerOptions): Server {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, maxConnections } = options.http
  const server = createServer(
    {
      ...createMessageClasses(app, options.isStopping),
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: headersTimeoutMs,
      // Later than the timeout in body-limits.ts, which answers with problem details.
      requestTimeout: headersTimeoutMs + requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: CONNECTIONS_CHECK_INTERVAL_MS,
    },
    (request, response) => {
      // Express answers a request target without a path itself, before any handler runs.
      if (request.url?.startsWith('/') !== true) useOriginForm(request)
      app(request, response)
    },
  )
  // Headers are limited by maxHeaderSize. With a limit on their number, Node drops the excess silently.
  server.maxHeadersCount = 0
  server.maxConnections = maxConnections
  // By default Node answers an unknown Expect header with 417 and no problem details.
  server.on('checkExpectation', app)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    respondToMalformedRequest(error, socket, options)
  })
  // By default Node closes the connection of a CONNECT request without a response.
  server.on('connect', (_request, socket: Socket) => {
    respondToMalformedRequest(Object.assign(new Error(), { code: CONNECT }), socket, options)
  })
  // By default Node sends 100 Continue for every body, also for one that is rejected because of its size.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (contentLength(request) <= MAX_BODY_BYTES) response.writeContinue()
    app(request, response)
  })
  return server
}

/**
 * Request and response classes whose prototypes already are the application's. Express sets the prototype of every request
 * and response; if that changes it, V8's inline caches for the object no longer apply, and a request takes several times
 * as much processor time.
 */
function createMessageClasses(app: Express, isStopping: () => boolean) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {
    /** Called once for each response. While the server stops, the response closes its keep-alive connection. */
    override writeHead(...args: unknown[]): this {
      if (isStopping()) this.shouldKeepAlive = false
      return super.writeHead(...(args as [number]))
    }
  }
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  app.request = AppRequest.prototype as unknown as typeof app.request
  app.response = AppResponse.prototype as unknown as typeof app.response
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}
