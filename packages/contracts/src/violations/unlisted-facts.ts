import type { Pointer } from '../pointer.ts'
import type { CorrectedFact } from '../corrections/correction.ts'
import { type Location, pointerOf } from './location.ts'

/** The maximum number of facts that are counted. Without it, the keys need more memory than the artifact. */
const MAX_KEYS = 100_000

/** Counts the facts beyond the maximum number of violations. Two references to one schema can find the same fact twice. */
export class UnlistedFacts {
  readonly #keys = new Set<string>()

  add(location: Location, schemaPath: string | undefined): void {
    if (this.#keys.size < MAX_KEYS) this.#keys.add(keyOf(pointerOf(location), schemaPath))
  }

  /** The number of different facts, at least, that are not among the listed ones. */
  countWithout(listed: readonly CorrectedFact[]): number {
    if (this.#keys.size === 0) return 0
    for (const { fact } of listed) this.#keys.delete(keyOf(fact.path, fact.schemaPath))
    return this.#keys.size
  }
}

const keyOf = (path: Pointer, schemaPath = ''): string => `${schemaPath} ${path}`
