import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Store } from '../../db/store.ts'

import type { ChangePage, ChangePosition } from './change.ts'
import { addTick, deleteOldChanges, oldestPosition, readChanges } from './change-log.ts'

export interface ChangeFeedOptions {
  /** How long changes are kept, in seconds. */
  ttlSeconds: number
  /** The epoch of the database, which cursors contain. */
  epoch: string
  onError: (error: unknown) => void
  /** Time between two polls, in milliseconds. */
  intervalMs?: number
}

const POLL_INTERVAL_MS = 200
const CLEANUP_INTERVAL_MS = 60_000
/** After an error, such as a lost database. */
const RETRY_INTERVAL_MS = 1_000
/**
 * Polls the database once for all readers of this process. `notify` would need no polls, but does not work through a
 * pooler in transaction mode.
 */
export class ChangeFeed {
  readonly #store: Store
  readonly #options: ChangeFeedOptions
  /** Emits `wake` when readers that wait must look again. */
  readonly #events = new EventEmitter().setMaxListeners(0)
  readonly #closing = new AbortController()
  #newest = 0
  #polling: Promise<void> = Promise.resolve()
  #nextCleanup = 0

  constructor(store: Store, options: ChangeFeedOptions) {
    this.#store = store
    this.#options = options
  }

  /** Reads the position and begins to poll. Throws if the database has no tables for changes. */
  async start(): Promise<void> {
    this.#newest = await addTick(this.#store)
    this.#polling = this.#pollUntilClosed()
  }

  /** The epoch of the database, which cursors contain. */
  get epoch(): string {
    return this.#options.epoch
  }

  /** Whether the server is stopping: readers must finish. */
  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  /** The position after all changes that are visible now. */
  get end(): ChangePosition {
    return { tick: this.#newest + 1, id: '0' }
  }

  /** The position before the oldest change. */
  oldest(): Promise<ChangePosition> {
    return this.#store.run(oldestPosition)
  }

  /** Reads up to `limit` changes. Returns undefined if changes after the position were deleted. */
  read(position: ChangePosition, limit: number): Promise<ChangePage | undefined> {
    return readChanges(this.#store, position, limit)
  }

  /** Waits until there are changes after the position, `signal` is aborted, or the feed is closed. */
  async waitAfter({ tick }: ChangePosition, signal: AbortSignal): Promise<void> {
    while (this.#newest < tick && !signal.aborted && !this.isClosed)
      await once(this.#events, 'wake', { signal }).catch(() => undefined)
  }

  /** Ends all waits, stops polling, and waits for the running poll. */
  async stop(): Promise<void> {
    this.#closing.abort()
    this.#events.emit('wake')
    await this.#polling
  }

  async #pollUntilClosed(): Promise<void> {
    const { onError, intervalMs = POLL_INTERVAL_MS } = this.#options
    const { signal } = this.#closing
    while (!signal.aborted) {
      let delay = intervalMs
      await this.#poll().catch((error: unknown) => {
        onError(error)
        delay = RETRY_INTERVAL_MS
      })
      await sleep(delay, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  async #poll(): Promise<void> {
    const newest = await addTick(this.#store)
    if (newest !== this.#newest) {
      this.#newest = newest
      this.#events.emit('wake')
    }
    if (Date.now() < this.#nextCleanup) return
    const { ttlSeconds } = this.#options
    const hasMore = await this.#store.run((db) => deleteOldChanges(db, ttlSeconds))
    // A random time, so that several servers do not delete at the same time.
    this.#nextCleanup = hasMore ? 0 : Date.now() + CLEANUP_INTERVAL_MS * (0.5 + Math.random())
  }
}
