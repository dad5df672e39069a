import fc from 'fast-check'

/** Values that depend on a seed alone. */
export class Random {
  readonly #generate: fc.GeneratorValue

  constructor(seed: number) {
    const [generate] = fc.sample(fc.gen(), { seed, numRuns: 1 })
    if (!generate) throw new Error('fast-check returned no generator')
    this.#generate = generate
  }

  /** From `from` to `to`, inclusive. */
  integer(from: number, to: number): number {
    return this.#generate(fc.integer, { min: from, max: to })
  }

  chance(probability: number): boolean {
    return this.integer(1, 1000) <= probability * 1000
  }

  pick<Item>(list: readonly [Item, ...Item[]] | readonly Item[]): Item {
    return this.#generate(fc.constantFrom<Item[]>, ...list)
  }
}
