import { correctFacts } from '../corrections/correct.ts'
import type { CorrectedFact } from '../corrections/correction.ts'
import { collectFacts } from '../schema/evaluation/collect-facts.ts'
import { type LimitError, withinLimits } from '../schema/evaluation/limits.ts'
import type { SchemaNode } from '../schema/types.ts'
import { FactCollector } from '../violations/collector.ts'
import type { Fact } from '../violations/fact.ts'
import { rootLocation } from '../violations/location.ts'
import { sortByDocumentOrder } from '../violations/sort.ts'

/** What is wrong with a value. */
export interface FoundFacts {
  /** In document order. */
  readonly facts: readonly CorrectedFact[]
  /** How many more there are, at least. */
  readonly more: number
}

export const NO_FACTS: FoundFacts = { facts: [], more: 0 }

/**
 * Finds what is wrong with a value, and how to correct it; nothing if it is valid, which `isValid` decides faster.
 * @param limit the maximum number of facts
 */
export const findFacts = (root: SchemaNode, value: unknown, limit: number): FoundFacts =>
  withinLimits(
    () => {
      const collector = new FactCollector(limit)
      collectFacts(root, rootLocation(value), collector)
      const corrected = correctFacts(collector)
      return { facts: sortByDocumentOrder(corrected), more: collector.countUnlisted(corrected) }
    },
    (error) => ({ facts: [beyondLimit(root, error)], more: 0 }),
  )

const beyondLimit = (node: SchemaNode, { keyword, expected }: LimitError): CorrectedFact => ({
  fact: {
    keyword,
    expected,
    received: undefined,
    location: rootLocation(undefined),
    node,
    path: '',
    anchor: 'value',
    conditions: [],
  } as Fact,
  correction: {},
})
