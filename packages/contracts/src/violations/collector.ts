import type { Expectations } from '../schema/expectations.ts'
import type { FactCollector, NewFact, SchemaNode } from '../schema/types.ts'
import type { Anchor, Fact } from './fact.ts'
import { token } from '../pointer.ts'
import { pointerOf } from './location.ts'
import type { UnlistedFacts } from './unlisted-facts.ts'

/** Collects the facts of one validation up to a limit. */
export class LimitedFactCollector implements FactCollector {
  readonly facts: Fact[] = []
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
    const { keyword, expected, received, location, node } = fact
    const schemaPath = schemaPathOf(fact)
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
      anchor: ANCHORS[keyword] ?? 'value',
      conditions: this.conditions,
    } as Fact)
  }
}

const ANCHORS: { readonly [Keyword in keyof Expectations]?: Anchor } = {
  required: 'container',
  properties: 'name',
  additionalProperties: 'name',
}

function schemaPathOf({ keyword, node, location }: NewFact<keyof Expectations>): string {
  const path = `${node.schemaPath}/${keyword}`
  return keyword === 'properties' ? path + token(location.segment) : path
}
