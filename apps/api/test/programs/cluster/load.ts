import { setTimeout as sleep } from 'node:timers/promises'

import { type Model, RandomClient, type SendRequest } from '../load/random-client.ts'
import type { WriteLog } from '../../support/writes/write-log.ts'
import { type Send, type WriteResponse, Writer } from '../../support/writes/writer.ts'

const CLIENTS_PER_SERVER = 4
/** Between two requests of a client, so that the data stays small enough to be checked after each round. */
const PAUSE_MS = 40
const WRITES_TIMEOUT_MS = 120_000
const EXPECTED_STATUSES = [200, 201, 204, 404, 409]

/** What the clients of one server have observed. */
interface Observations {
  requests: number
  unavailable: number
  /** The longest time without a successful write, in milliseconds. */
  longestOutage: number
  slowestMs: number
}

/** Clients of one server: some record their writes, others execute all operations on shared resources. */
export class Load {
  readonly #errors: string[] = []
  readonly observed: Observations = { requests: 0, unavailable: 0, longestOutage: 0, slowestMs: 0 }
  readonly #writers: Writer[]
  readonly #running: Promise<void>[]
  #successfulWrites = 0
  #lastWrite = performance.now()
  #stopped = false

  constructor(origin: string, prefix: string, writeLog: WriteLog, model: Model) {
    const request: SendRequest = (url, init) => this.#observe(url, init)
    const send = sendWith(request, origin)
    const indexes = Array.from({ length: CLIENTS_PER_SERVER }, (_, i) => i)
    this.#writers = indexes.map((i) => new Writer(`${prefix}writer${i}`, send, writeLog))
    this.#running = [
      ...this.#writers.map((writer) => writer.run()),
      ...indexes.map(() => new RandomClient(origin, model, request).runWhile(() => !this.#stopped)),
    ]
  }

  /** Resolves after a number of further successful writes. Throws if they take longer than WRITES_TIMEOUT_MS. */
  async moreWrites(count: number): Promise<void> {
    const target = this.#successfulWrites + count
    const deadline = performance.now() + WRITES_TIMEOUT_MS
    while (this.#successfulWrites < target) {
      if (performance.now() > deadline) throw new Error(`No ${count} writes in ${WRITES_TIMEOUT_MS / 1000} s`)
      await sleep(PAUSE_MS)
    }
  }

  /** Stops the clients, and returns the unexpected responses. */
  async stop(): Promise<string[]> {
    this.#stopped = true
    for (const writer of this.#writers) writer.stop()
    await Promise.all(this.#running)
    return [...this.#errors, ...this.#writers.flatMap(({ unexpectedResponses }) => unexpectedResponses)]
  }

  async #observe(url: string, init: RequestInit = {}): Promise<Response> {
    await sleep(PAUSE_MS)
    const started = performance.now()
    const { method = 'GET' } = init
    const name = `${method} ${url}`
    this.observed.requests++
    try {
      const response = await fetch(url, init)
      this.#count(response, method, name)
      return response
    } catch (error) {
      // The servers keep running, so that no connection to them may break.
      this.#errors.push(`${name}: ${String(error)}`)
      throw error
    } finally {
      this.observed.slowestMs = Math.max(this.observed.slowestMs, performance.now() - started)
    }
  }

  #count({ status, headers, ok }: Response, method: string, name: string): void {
    if (status === 503) {
      this.observed.unavailable++
      const wait = headers.get('retry-after')
      if (wait !== '1') this.#errors.push(`${name}: 503 with Retry-After ${String(wait)}`)
    } else if (!EXPECTED_STATUSES.includes(status)) {
      this.#errors.push(`${name}: ${status}`)
    } else if (ok && method !== 'GET') {
      const now = performance.now()
      this.observed.longestOutage = Math.max(this.observed.longestOutage, now - this.#lastWrite)
      this.#lastWrite = now
      this.#successfulWrites++
    }
  }
}

function sendWith(request: SendRequest, origin: string): Send {
  return async (method, path, body, key) => {
    const response = await request(`${origin}/api/v1${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => undefined)
    if (response === undefined) return undefined
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? {} : (JSON.parse(text) as WriteResponse['body']),
      replayed: response.headers.has('Idempotent-Replayed'),
    }
  }
}
