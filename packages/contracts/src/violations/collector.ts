import type { SchemaNode } from '../schema/types.ts'
import type { Anchor, Expectations, Fact, FactOf, KeywordSite } from './fact.ts'
import { pointerOf } from './location.ts'
import type { UnlistedFacts } from './unlisted-facts.ts'

interface NewFact<Keyword extends keyof Expectations> extends Pick<
  FactOf<Keyword>,
  'keyword' | 'expected' | 'received' | 'location'
> {
  readonly site: KeywordSite
  readonly anchor?: Anchor
}

/** Collects the facts of one validation up to a limit. */
export class FactCollector {
  readonly facts: Fact[] = []
  /** The `if` schemas that the value at the current location satisfies, and whose `then` is evaluated. */
  conditions: readonly SchemaNode[]
  readonly #limit: number
  readonly #unlisted: UnlistedFacts

  /** @param unlisted receives the facts beyond the limit */
  constructor(limit: number, unlisted: UnlistedFacts, conditions: readonly SchemaNode[] = []) {
    this.#limit = limit
    this.#unlisted = unlisted
    this.conditions = conditions
  }

  add<Keyword extends keyof Expectations>(fact: NewFact<Keyword>): void {
    const { keyword, expected, received, location, site, anchor = 'value' } = fact
    const { node, schemaPath } = site
    if (this.facts.length >= this.#limit) {
      this.#unlisted.add(location, schemaPath)
      return
    }
    this.facts.push({
      keyword,
      expected,
      received,
      location,
      node,
      schemaPath,
      path: pointerOf(location),
      anchor,
      conditions: this.conditions,
    } as Fact)
  }
}
