import { correctFailures } from '../corrections/correct.ts'
import type { CorrectedFailure } from '../failures/correction.ts'
import { collectFailures } from '../failures/collect-failures.ts'
import { LimitError } from '../schema/evaluation/limits.ts'
import type { SchemaNode } from '../schema/types.ts'
import { FailureCollector } from '../failures/failure-collector.ts'
import type { Failure } from '../failures/failure.ts'
import { rootLocation } from '../failures/location.ts'
import { sortByDocumentOrder } from '../failures/sort.ts'

/** What is wrong with a value. */
export interface FoundFailures {
  /** In document order. */
  readonly failures: readonly CorrectedFailure[]
  /** How many more there are, at least. */
  readonly more: number
}

export const NO_FAILURES: FoundFailures = { failures: [], more: 0 }

/**
 * Finds what is wrong with a value, and how to correct it; nothing if it is valid, which `isValid` decides faster.
 * @param limit the maximum number of failures
 */
export function findFailures(root: SchemaNode, value: unknown, limit: number): FoundFailures {
  try {
    const collector = new FailureCollector(limit)
    collectFailures(root, rootLocation(value), collector)
    const corrected = correctFailures(collector)
    return { failures: sortByDocumentOrder(corrected), more: collector.countUnlisted(corrected) }
  } catch (error) {
    if (!(error instanceof LimitError)) throw error
    return { failures: [beyondLimit(root, error)], more: 0 }
  }
}

const beyondLimit = (node: SchemaNode, { keyword, expected }: LimitError): CorrectedFailure => ({
  failure: {
    keyword,
    expected,
    received: undefined,
    location: rootLocation(undefined),
    node,
    path: '',
    anchor: 'value',
    conditions: [],
  } as Failure,
  correction: {},
})
