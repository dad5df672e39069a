import { Random } from '../../../packages/test-support/src/artifacts/random.ts'

/** A program that writes its artifacts with the same optional members, in the same order: they have one shape. */
export class Producer extends Random {
  readonly #number: number

  /** @param number 0 for the producer that writes all optional members, in the order in which they are made. */
  constructor(number: number, seed: number) {
    super(seed)
    this.#number = number
  }

  override sometimes<T extends object>(probability: number, members: () => T): T | undefined {
    const made = members()
    return this.#choice(Object.keys(made).join()) < probability ? made : undefined
  }

  override variant(): boolean {
    return false
  }

  /** Orders the members of an object, and of all objects in it. Every second producer has an order of its own. */
  ordered(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.ordered(item))
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).map(([name, member]) => [name, this.ordered(member)] as const)
    if (this.#number % 2 === 1) members.sort(([a], [b]) => this.#choice(a) - this.#choice(b))
    return Object.fromEntries(members)
  }

  /** At least 0, less than 1; the same for the same names. */
  #choice(names: string): number {
    if (this.#number === 0) return 0
    let seed = this.#number
    for (const character of names) seed = Math.imul(seed, 31) + character.charCodeAt(0)
    return new Random(seed).next()
  }
}
