import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

import type { Express } from 'express'

import { StartupError } from '../../config/startup-error.ts'

import { MAX_BODY_BYTES } from '../operations/body/json-body.ts'
import type { Context } from '../../context.ts'
import { contentLength } from '../operations/body/body-limits.ts'
import { toOriginForm } from '../middleware/request-target.ts'
import { respondToMalformedRequest, CONNECT } from './malformed-requests.ts'

/** Room for a token of any provider, and for a query of every parameter. */
const MAX_HEADER_BYTES = 16 * 1024

/** How often connections are looked for that are too slow. */
const CONNECTIONS_CHECK_INTERVAL_MS = 1_000

/** A server whose requests and responses are the application's from the start. */
export function createHttpServer(app: Express, context: Context): Server {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, maxConnections } = context.http
  const server = createServer(
    {
      ...createMessageClasses(app, context.isStopping),
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: headersTimeoutMs,
      // Behind the time for the body, which the application keeps, and answers better.
      requestTimeout: headersTimeoutMs + requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: CONNECTIONS_CHECK_INTERVAL_MS,
    },
    (request, response) => {
      // The router would answer an address that has no path by itself.
      if (request.url?.startsWith('/') !== true) request.url = toOriginForm(request.url ?? '')
      app(request, response)
    },
  )
  // Their size limits them; with a limit of their own Node would drop the last ones in silence.
  server.maxHeadersCount = 0
  server.maxConnections = maxConnections
  // Left to itself, Node answers 417 without a problem.
  server.on('checkExpectation', app)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    respondToMalformedRequest(error, socket, context)
  })
  // Left to itself, Node hangs up.
  server.on('connect', (_request, socket: Socket) => {
    respondToMalformedRequest(Object.assign(new Error(), { code: CONNECT }), socket, context)
  })
  // Left to itself, Node asks for every body that a client waits to send.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (contentLength(request) <= MAX_BODY_BYTES) response.writeContinue()
    app(request, response)
  })
  return server
}

/**
 * Express gives each request and response another prototype, which makes every later access to them slow. It
 * finds these in place, and leaves them alone.
 */
function createMessageClasses(app: Express, isStopping: () => boolean) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {
    /** Every answer begins here. One that ends after the server was told to stop is the last on its connection. */
    override writeHead(...head: unknown[]): this {
      if (isStopping()) this.shouldKeepAlive = false
      return super.writeHead(...(head as [number]))
    }
  }
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  app.request = AppRequest.prototype as unknown as typeof app.request
  app.response = AppResponse.prototype as unknown as typeof app.response
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}

/**
 * Starts to listen, and returns the port. Throws StartupError when the address cannot be had; `prefix` is what the
 * names of the settings that it names begin with.
 */
export async function listen(server: Server, port: number, host: string, prefix = ''): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const refuse = (cause: Error): void => {
      const message = `Cannot listen on ${prefix}HOST ${host} and ${prefix}PORT ${port}: ${cause.message}`
      reject(new StartupError(message, { cause }))
    }
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      resolve()
    })
  })
  return (server.address() as AddressInfo).port
}

/** Stops accepting, waits for the requests that are running, and cuts off those that take longer than `graceMs`. */
export async function close(server: Server, graceMs: number): Promise<void> {
  const timer = setTimeout(() => {
    server.closeAllConnections()
  }, graceMs)
  await new Promise((resolve) => server.close(resolve))
  clearTimeout(timer)
}
