import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { LargeResponses } from './large-responses.ts'

/** If too much waits to be sent, the connections whose clients have received nothing for this time are closed. */
const SLOW_AFTER_MS = 1_000
/** While the server stops, a client has this time to send the headers of a request on a new connection. */
const IDLE_AFTER_MS = 1_000
/** The number of requests of all connections together that may wait for earlier ones on their connection. */
const MAX_WAITING_REQUESTS = 2_000
const CHECK_INTERVAL_MS = 500

/** A received request with its response. `respond` starts to handle it. */
interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  respond: () => void
}

interface Connection {
  /** Undefined between two requests. */
  running: Exchange | undefined
  /** Requests that were received while another one was running, in their order. */
  waiting: Exchange[]
  /** Answers malformed input after these requests. */
  last: (() => void) | undefined
  /** Bytes of the running response that are not given to the socket yet. */
  unsentBytes: number
  /** As the socket counted them at the last check. */
  bytesWritten: number
  /**
   * By `performance.now()`: when the running or the last response made progress (the socket sent bytes, or had none to
   * send), or when the connection was opened.
   */
  progressAt: number
}

interface ConnectionsOptions {
  largeResponses: Pick<LargeResponses, 'addUnsent' | 'isFull'>
  /** A connection is closed if its client receives nothing for this time. */
  writeTimeoutMs: number
  /** Whether the server is stopping. Idle connections are then closed. */
  isStopping: () => boolean
  /** Called before the connection of a client that receives too slowly, or sends too many requests, is closed. */
  onSlowClient: (exchange: Exchange) => void
}

/**
 * The open connections. A connection handles its requests one after the other, each when the response before it is flushed
 * to the socket: Node would handle pipelined requests at once, and keep their responses in memory.
 */
export class Connections {
  /**
   * An entry is kept until the connection is closed. A map whose entries come and go with each request is copied often, and
   * V8 keeps the copies with their old entries until its next full garbage collection.
   */
  readonly #connections = new Map<Socket, Connection>()
  readonly #options: ConnectionsOptions
  readonly #timer: NodeJS.Timeout
  #running = 0
  #waitingRequests = 0
  #checkedAt = performance.now()

  constructor(options: ConnectionsOptions) {
    this.#options = options
    this.#timer = setInterval(() => {
      this.#check()
    }, CHECK_INTERVAL_MS).unref()
  }

  /** The number of running requests. */
  get running(): number {
    return this.#running
  }

  /** Adds a connection until it is closed. */
  add(socket: Socket): void {
    this.#connections.set(socket, newConnection())
    socket.once('close', () => {
      this.#connections.delete(socket)
    })
  }

  /** Handles a request as soon as the requests before it on the same connection have been answered. */
  run(exchange: Exchange): void {
    const { socket } = exchange.request
    const connection = this.#connections.get(socket)
    // The client has closed the connection.
    if (connection === undefined) return
    if (connection.running === undefined) {
      this.#running++
      connection.bytesWritten = 0
      connection.progressAt = performance.now()
      this.#start(socket, connection, exchange)
      return
    }
    connection.waiting.push(exchange)
    socket.pause()
    if (++this.#waitingRequests > MAX_WAITING_REQUESTS) this.#close(this.#findLongestQueue())
  }

  /** Answers malformed input: after the requests before it, but at once if it belongs to the running request. */
  runLast(socket: Socket, respond: () => void): void {
    const connection = this.#connections.get(socket)
    if (connection?.running?.request.complete !== true) {
      if (connection?.running?.response.headersSent === true) socket.destroy()
      else respond()
      return
    }
    if (connection.waiting.at(-1)?.request.complete === false) {
      connection.waiting.pop()
      this.#waitingRequests--
    }
    connection.last ??= respond
    socket.pause()
  }

  /** Counts bytes of a response that are kept until the socket accepts them. Fewer of them mean progress. */
  addUnsent({ socket }: ServerResponse, bytes: number): void {
    const connection = socket && this.#connections.get(socket)
    if (!connection?.running) return
    connection.unsentBytes += bytes
    connection.progressAt = performance.now()
    this.#options.largeResponses.addUnsent(bytes)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #start(socket: Socket, connection: Connection, exchange: Exchange): void {
    connection.running = exchange
    exchange.response.once('close', () => {
      if (connection.running === exchange) this.#next(socket, connection)
    })
    exchange.respond()
  }

  #next(socket: Socket, connection: Connection): void {
    this.#options.largeResponses.addUnsent(-connection.unsentBytes)
    connection.unsentBytes = 0
    const next = socket.writable ? connection.waiting.shift() : undefined
    if (next !== undefined) {
      this.#waitingRequests--
      this.#start(socket, connection, next)
      // Node resumes the socket when the body of a request is read.
      if (connection.waiting.length > 0 || connection.last !== undefined) socket.pause()
      else if (socket.isPaused()) socket.resume()
      return
    }
    const { last } = connection
    this.#finish(connection)
    if (socket.writable) last?.()
    if (socket.isPaused()) socket.resume()
  }

  #check(): void {
    const now = performance.now()
    // While this process was busy, clients could not receive anything.
    const busyMs = Math.max(0, now - this.#checkedAt - CHECK_INTERVAL_MS)
    this.#checkedAt = now
    for (const [socket, connection] of this.#connections) {
      connection.progressAt += busyMs
      if (connection.running === undefined) {
        // `Server.close()` closes only those that are idle after a response, when it is called. A socket that is not
        // writable was closed by lingerAndClose(), which destroys it later.
        const isIdle = now - connection.progressAt >= IDLE_AFTER_MS
        if (this.#options.isStopping() && isIdle && socket.writable) socket.destroySoon()
        continue
      }
      if (socket.writableLength === 0 || socket.bytesWritten !== connection.bytesWritten) {
        connection.bytesWritten = socket.bytesWritten
        connection.progressAt = now
      } else if (now - connection.progressAt >= this.#options.writeTimeoutMs) {
        this.#close(socket)
      }
    }
    let slowest: Socket | undefined
    while (this.#options.largeResponses.isFull && (slowest = this.#findSlowest(now)) !== undefined) {
      this.#close(slowest)
    }
  }

  #findSlowest(now: number): Socket | undefined {
    let slowest: Socket | undefined
    let earliest = now - SLOW_AFTER_MS
    for (const [socket, { progressAt, unsentBytes }] of this.#connections) {
      if (unsentBytes > 0 && progressAt <= earliest) [slowest, earliest] = [socket, progressAt]
    }
    return slowest
  }

  #findLongestQueue(): Socket | undefined {
    let longest: Socket | undefined
    let length = 0
    for (const [socket, { waiting }] of this.#connections) {
      if (waiting.length > length) [longest, length] = [socket, waiting.length]
    }
    return longest
  }

  #close(socket: Socket | undefined): void {
    const connection = socket && this.#connections.get(socket)
    if (socket === undefined || connection?.running === undefined) return
    this.#options.onSlowClient(connection.running)
    this.#finish(connection)
    socket.destroy()
  }

  #finish(connection: Connection): void {
    this.#options.largeResponses.addUnsent(-connection.unsentBytes)
    this.#waitingRequests -= connection.waiting.length
    connection.running = undefined
    connection.waiting.length = 0
    connection.last = undefined
    connection.unsentBytes = 0
    this.#running--
  }
}

const newConnection = (): Connection => ({
  running: undefined,
  waiting: [],
  last: undefined,
  unsentBytes: 0,
  bytesWritten: 0,
  progressAt: performance.now(),
})
