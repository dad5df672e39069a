/** A seeded pseudorandom number generator (mulberry32): the same seed gives the same numbers. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** At least 0, less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from `from` to `to`, inclusive. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.integer(0, list.length - 1)]
    if (item === undefined) throw new RangeError('Cannot pick from an empty list')
    return item
  }

  /** Between `from` and `to` items. */
  list<T>(from: number, to: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.integer(from, to) }, (_, index) => make(index))
  }

  /** Returns the members with the given probability, otherwise undefined. */
  sometimes<T extends object>(probability: number, members: () => T): T | undefined {
    return this.chance(probability) ? members() : undefined
  }

  /** Whether an object is of a rarer kind that has other members. */
  variant(probability: number): boolean {
    return this.chance(probability)
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item): [number, T] => [this.next(), item])
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item)
  }
}
