import type { ServerResponse } from 'node:http'

/** The most that large responses of all connections together may keep in memory until they are sent. */
const MAX_UNSENT_BYTES = 32 * 1024 * 1024

/** A page with more items can have a megabyte and more. */
const LARGE_PAGE_SIZE = 100

export const isLargePage = ({ size }: { size?: unknown }): boolean => Number(size ?? 0) > LARGE_PAGE_SIZE

/** Limits what large responses use: they are built one after the other, and small ones are answered in between. */
export class LargeResponses {
  #unsentBytes = 0
  #isBuilding = false
  readonly #waiting: (() => void)[] = []

  /** Whether so many bytes wait for slow clients that no large response is built. */
  get isFull(): boolean {
    return this.#unsentBytes > MAX_UNSENT_BYTES
  }

  /** Calls `work` when it is the turn of the response, unless the client has closed the connection. */
  async build(response: ServerResponse, work: () => Promise<void>): Promise<void> {
    if (this.#canStart()) this.#isBuilding = true
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      if (!response.destroyed) await work()
    } finally {
      this.#isBuilding = false
      this.#startNext()
    }
  }

  /** Counts bytes that are kept in memory until the client receives them; negative if it has. */
  addUnsent(bytes: number): void {
    this.#unsentBytes += bytes
    if (bytes < 0) this.#startNext()
  }

  #canStart(): boolean {
    return !this.#isBuilding && !this.isFull
  }

  #startNext(): void {
    if (!this.#canStart()) return
    const start = this.#waiting.shift()
    if (start === undefined) return
    this.#isBuilding = true
    start()
  }
}
