import type { CorrectedFact } from '../corrections/correction.ts'
import { token } from '../pointer.ts'
import type { Expectations } from '../schema/expectations.ts'
import type { SchemaNode } from '../schema/types.ts'
import type { Anchor, Fact, FactOf } from './fact.ts'
import { pointerOf } from './location.ts'

/** The maximum number of facts that are counted. Without it, the keys need more memory than the artifact. */
const MAX_KEYS = 100_000

/** What a keyword finds. */
type NewFact<Keyword extends keyof Expectations> = Pick<
  FactOf<Keyword>,
  'keyword' | 'expected' | 'received' | 'location' | 'node'
>

/** Collects the facts of one validation up to a limit, and counts the others. */
export class FactCollector {
  readonly limit: number
  /** The `if` schemas that the value at the current location satisfies, and whose `then` is evaluated. */
  conditions: readonly SchemaNode[] = []
  #facts: Fact[] = []
  /** Two references to one schema can find the same fact twice. */
  readonly #unlisted = new Set<string>()

  constructor(limit: number) {
    this.limit = limit
  }

  add<Keyword extends keyof Expectations>(found: NewFact<Keyword>): void {
    const { keyword, expected, received, location, node } = found
    const fact = {
      keyword,
      expected,
      received,
      location,
      node,
      schemaPath: schemaPathOf(found),
      path: pointerOf(location),
      anchor: anchorOf(keyword),
      conditions: this.conditions,
    } as Fact
    if (this.#facts.length < this.limit) this.#facts.push(fact)
    else this.unlist(fact)
  }

  /** Returns the facts that were added since the last call. */
  take(): readonly Fact[] {
    const facts = this.#facts
    this.#facts = []
    return facts
  }

  /** Only counts a fact. */
  unlist(fact: Fact): void {
    if (this.#unlisted.size < MAX_KEYS) this.#unlisted.add(keyOf(fact))
  }

  /** The number of different facts, at least, that are not among the listed ones. */
  countUnlisted(listed: readonly CorrectedFact[]): number {
    if (this.#unlisted.size > 0) for (const { fact } of listed) this.#unlisted.delete(keyOf(fact))
    return this.#unlisted.size
  }
}

const keyOf = ({ path, schemaPath = '' }: Fact): string => `${schemaPath} ${path}`

function anchorOf(keyword: keyof Expectations): Anchor {
  if (keyword === 'required') return 'container'
  return keyword === 'properties' || keyword === 'additionalProperties' ? 'name' : 'value'
}

function schemaPathOf({ keyword, node, location }: NewFact<keyof Expectations>): string {
  const path = `${node.schemaPath}/${keyword}`
  return keyword === 'properties' ? path + token(location.segment) : path
}
