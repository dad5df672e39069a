import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

import type { Express } from 'express'

import { InvalidRequest, Refusal } from '../problem/errors.ts'
import { PROBLEM_MEDIA_TYPE, problemOf } from '../problem/problem.ts'
import { StartFailure } from '../start-failure.ts'

/** Longer than load balancers keep a connection idle, so that they close it first. */
const KEEP_ALIVE_MS = 65_000

/** A server whose requests and responses are the application's from the start. */
export function createHttpServer(app: Express, errorsBase: () => string): Server {
  const server = createServer({ ...classesOf(app), requireHostHeader: false }, app)
  server.keepAliveTimeout = KEEP_ALIVE_MS
  // Left to itself, Node answers 417 without a problem.
  server.on('checkExpectation', app)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    answerUnreadable(error, socket, errorsBase)
  })
  return server
}

/**
 * Express gives each request and response another prototype, which makes every later access to them slow. It
 * finds these in place, and leaves them alone.
 */
function classesOf(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  app.request = AppRequest.prototype as unknown as typeof app.request
  app.response = AppResponse.prototype as unknown as typeof app.response
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}

/** Answers what is not HTTP, or came too slowly, by hand: there is no request to hand to the application. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket, errorsBase: () => string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { problem } = problemOf(meaningOf(error), errorsBase())
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function meaningOf({ code }: NodeJS.ErrnoException): Error {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Refusal('header-too-large', 'The headers of the request are too large')
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Refusal('request-timeout', 'The request did not arrive in time')
  }
  return new InvalidRequest([{ field: 'request', message: 'must be HTTP/1.1' }])
}

/**
 * Starts to listen, and returns the port. Throws StartFailure when the address cannot be had; `prefix` is what the
 * names of the settings that it names begin with.
 */
export async function listen(server: Server, port: number, host: string, prefix = ''): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const refuse = (cause: Error): void => {
      const message = `Cannot listen on ${prefix}HOST ${host} and ${prefix}PORT ${port}: ${cause.message}`
      reject(new StartFailure(message, { cause }))
    }
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      resolve()
    })
  })
  return (server.address() as AddressInfo).port
}

/** How often connections are looked for that have become idle since the server was told to close. */
const SWEEP_MS = 50

/** Stops accepting, waits for the requests that are running, and cuts off those that take longer than `graceMs`. */
export async function close(server: Server, graceMs: number): Promise<void> {
  const sweep = setInterval(() => {
    server.closeIdleConnections()
  }, SWEEP_MS)
  const timer = setTimeout(() => {
    server.closeAllConnections()
  }, graceMs)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(sweep)
  clearTimeout(timer)
}
