import { setTimeout as sleep } from 'node:timers/promises'

import { Connection, type HttpRequest, type HttpResponse } from '../support/requests/connection.ts'
import { expectSame } from './responses/expect.ts'

const PAUSE_MS = 20
const TIMEOUT_MS = 180_000

/** What the clients of a server have observed. */
export interface Observations {
  requests: number
  unavailable: number
  /** The number of requests that were sent again. */
  repeated: number
  /** The number of successful writes. */
  writes: number
  /** The longest time without one, in milliseconds. */
  longestOutage: number
  lastWrite: number
  slowestMs: number
}

export const noObservations = (): Observations => ({
  requests: 0,
  unavailable: 0,
  repeated: 0,
  writes: 0,
  longestOutage: 0,
  lastWrite: performance.now(),
  slowestMs: 0,
})

/** The connections of one client to the servers to which it sends its requests in turn. */
export class Connections {
  readonly #origins: () => readonly string[]
  readonly #observed: Observations
  readonly #pauseMs: number
  readonly #open = new Map<string, Connection>()
  #turn: number

  /** @param pauseMs how long it waits before each request */
  constructor(origins: () => readonly string[], observed = noObservations(), pauseMs = 0) {
    this.#origins = origins
    this.#observed = observed
    this.#pauseMs = pauseMs
    this.#turn = Math.floor(Math.random() * 1000)
  }

  get origin(): string {
    const origins = this.#origins()
    return origins[this.#turn % origins.length] ?? ''
  }

  close(): void {
    for (const connection of this.#open.values()) connection.close()
    this.#open.clear()
  }

  /** Sends a request; if `isRepeating`, until there is a response, and for a write, another one than 503 or to a key in use. */
  async exchange(
    request: HttpRequest,
    isRepeating: boolean,
  ): Promise<{ answer: HttpResponse; attempts: number }> {
    if (this.#pauseMs > 0) await sleep(this.#pauseMs)
    const deadline = performance.now() + TIMEOUT_MS
    for (let attempts = 1; ; attempts++) {
      this.#turn++
      const answer = await this.#attempt(request).catch((error: unknown) => {
        this.close()
        if (!isRepeating) throw error
        return undefined
      })
      const isFinal = !isRepeating || request.method === 'GET' || answer === undefined || !isTemporary(answer)
      if (answer !== undefined && isFinal) return { answer, attempts }
      if (performance.now() > deadline)
        throw new Error(
          `No response in ${TIMEOUT_MS / 1000} s, but ${answer?.status ?? 'a broken connection'}`,
        )
      this.#observed.repeated++
      await sleep(PAUSE_MS)
    }
  }

  async #attempt(request: HttpRequest): Promise<HttpResponse> {
    const { origin } = this
    const connection = this.#open.get(origin) ?? new Connection(origin)
    this.#open.set(origin, connection)
    const started = performance.now()
    this.#observed.requests++
    const answer = await connection.exchange(request)
    this.#observe(request, answer, started)
    return answer
  }

  #observe({ method }: HttpRequest, { status, headers }: HttpResponse, started: number): void {
    const observed = this.#observed
    const now = performance.now()
    observed.slowestMs = Math.max(observed.slowestMs, now - started)
    if (status === 503) {
      observed.unavailable++
      expectSame('Retry-After of 503', headers.get('retry-after'), '1')
    } else if (status < 300 && method !== 'GET') {
      observed.writes++
      observed.longestOutage = Math.max(observed.longestOutage, now - observed.lastWrite)
      observed.lastWrite = now
    }
  }
}

/** Whether the database was unavailable, or an earlier attempt with the same Idempotency-Key is in progress. */
const isTemporary = ({ status, text }: HttpResponse): boolean =>
  status === 503 || (status === 409 && text.includes('/idempotency-key-in-use'))
