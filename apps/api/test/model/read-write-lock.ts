/** A lock that is held either by any number of shared callers or by one exclusive caller. */
export class ReadWriteLock {
  #running = 0
  #last: Promise<unknown> = Promise.resolve()
  #idle: () => void = () => undefined

  async shared<Result>(work: () => Promise<Result>): Promise<Result> {
    // While this call waits, another exclusive call may have been queued.
    for (let last: unknown; last !== this.#last;) await (last = this.#last)
    this.#running++
    try {
      return await work()
    } finally {
      this.#running--
      if (this.#running === 0) this.#idle()
    }
  }

  exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(async () => {
      if (this.#running > 0) await new Promise<void>((resolve) => (this.#idle = resolve))
      return work()
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }
}
