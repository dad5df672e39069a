import { setTimeout as sleep } from 'node:timers/promises'

import fc from 'fast-check'

import { Client, type Run } from './client.ts'
import { Connections, noObservations } from './connections.ts'
import { History } from './history.ts'
import { readEverything } from './read-everything.ts'
import type { Operation } from './operations.ts'
import { Model, type Value } from './state.ts'
import { stepOf } from './steps/arbitrary-step.ts'
import type { Step } from './steps/step.ts'

const STEPS = 40
const POLL_MS = 20
const MORE_TIMEOUT_MS = 180_000

interface TrafficOptions {
  /** The servers, to which each client sends its requests in turn. They have no authentication. */
  origins: () => readonly string[]
  clients: number
  /** Unique among the clients of a database. */
  name: string
  /** Whether servers may fail; see `Run`. */
  isRepeating?: boolean
  /** Whether all clients use the same resources. */
  isShared?: boolean
  seed?: number
  /** All by default. */
  operations?: readonly Operation[]
  /** See `Run`. */
  onlyExisting?: boolean
  /** Before each request of a client. */
  pauseMs?: number
}

/** Clients that execute generated operations, with the expectations of the model, until they are stopped. */
export class Traffic {
  readonly observed = noObservations()
  readonly #clients: Client[]
  readonly #running: Promise<unknown>
  readonly #run: Run
  readonly #sequences: fc.Arbitrary<Step[]>
  /** The first unexpected response. The clients stop at it. */
  error: Error | undefined
  #isStopped = false

  constructor(options: TrafficOptions) {
    const {
      origins,
      clients,
      name,
      isRepeating = false,
      isShared = false,
      pauseMs = 0,
      onlyExisting = false,
    } = options
    const seed = options.seed ?? Date.now() % 2 ** 31
    const length = { minLength: STEPS, maxLength: STEPS, size: 'max' } as const
    this.#sequences = fc.array(stepOf(options.operations), length)
    const model = new Model()
    this.#run = {
      connections: () => new Connections(origins, this.observed, pauseMs),
      credentials: undefined,
      answers: new Map(),
      isLimited: false,
      isAlone: false,
      isRepeating,
      onlyExisting,
      ...(isShared && { shared: { model, history: new History(model) } }),
    }
    this.#clients = Array.from({ length: clients }, (_, i) => new Client(this.#run, `${name}-${i}`))
    this.#running = Promise.all(this.#clients.map((client, i) => this.#work(client, seed + i * 10_000)))
  }

  /** The number of responses by operation and status. */
  get answers(): ReadonlyMap<string, number> {
    return this.#run.answers
  }

  /** Waits for further requests, successful writes, or responses with 503. */
  async more(what: 'requests' | 'writes' | 'unavailable', count: number): Promise<void> {
    const target = this.observed[what] + count
    const deadline = performance.now() + MORE_TIMEOUT_MS
    while (this.observed[what] < target && this.error === undefined) {
      if (performance.now() > deadline) {
        const pending = this.#clients.map(({ last }) => last).join('\n')
        const observed = JSON.stringify(this.observed)
        throw new Error(`No ${count} ${what} in ${MORE_TIMEOUT_MS / 1000} s, but ${observed}\n${pending}`)
      }
      await sleep(POLL_MS)
    }
    if (this.error !== undefined) throw this.error
  }

  /** Stops the clients after their current requests. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
    for (const client of this.#clients) client.close()
  }

  /** What the clients, which are stopped, have found, and what differs from the resources that exist. */
  check(found: ReadonlyMap<string, Value>): string[] {
    if (this.error !== undefined) return [this.error.message]
    const { shared } = this.#run
    return shared?.history.check(found) ?? this.#clients.flatMap(({ model }) => differences(model, found))
  }

  async #work(client: Client, seed: number): Promise<void> {
    const isDone = (): boolean => this.#isStopped || this.error !== undefined
    for (let i = 0; !isDone(); i++) {
      const [steps = []] = fc.sample(this.#sequences, { seed: seed + i, numRuns: 1 })
      for (const step of steps) {
        if (isDone()) return
        await client.executeStep(step).catch((error: unknown) => {
          this.error ??= new Error(`${(error as Error).message}\nThe last request: ${client.last}`)
        })
      }
    }
  }
}

/** The resources of a client that are missing, or in another state than in its last response. */
function differences({ projects, tasks }: Model, found: ReadonlyMap<string, Value>): string[] {
  return [...projects, ...tasks].flatMap(([id, { value }]) => {
    const [received, expected] = [JSON.stringify(found.get(id)), JSON.stringify(value)]
    return received === expected ? [] : [`${id} is ${received}; expected ${expected}`]
  })
}

/** Stops the clients, and compares everything that exists with what they have written. */
export async function stopAndCheck(origin: string, traffics: readonly Traffic[]): Promise<string[]> {
  await Promise.all(traffics.map((traffic) => traffic.stop()))
  const { found, errors } = await readEverything(origin)
  return [...errors, ...traffics.flatMap((traffic) => traffic.check(found))]
}
