import { sortByDocumentOrder, removeDuplicates } from '../violations/sort.ts'
import { pointerOf, rootLocation } from '../violations/location.ts'
import { type ViolationRecord, ViolationCollector } from '../violations/collector.ts'
import { MAX_DEPTH, MaxDepthError } from '../schema/schema-node.ts'
import type { SchemaNode } from '../schema/types.ts'
import type { Violation } from '../violation.ts'

/** Every way in which a value breaks its contract, in document order; none where it `holds`, which is quicker to ask. */
export function validateValue(
  node: Pick<SchemaNode, 'collectViolations'>,
  value: unknown,
): readonly ViolationRecord[] {
  const collector = new ViolationCollector()
  try {
    node.collectViolations(rootLocation(value), collector)
  } catch (error) {
    if (error instanceof MaxDepthError) return [tooDeep]
    throw error
  }
  const { records } = collector
  return records.length > 1 ? removeDuplicates(sortByDocumentOrder(records)) : records
}

const tooDeep: ViolationRecord = {
  location: rootLocation(undefined),
  anchor: 'value',
  keyword: { keyword: 'depth' },
  details: {
    message: `Expected at most ${MAX_DEPTH} levels of nesting; received more`,
    expected: MAX_DEPTH,
  },
  condition: '',
}

/** A fault as callers get it, without its position. */
export function toViolation({
  location,
  keyword: rule,
  details: explanation,
  condition,
}: ViolationRecord): Violation {
  const { message, expected, received, suggestion } = explanation
  const violation: { -readonly [Name in keyof Violation]: Violation[Name] } = {
    path: pointerOf(location),
    keyword: rule.keyword,
    message: message + condition,
    expected,
  }
  if (received !== undefined) violation.received = received
  if (rule.schemaPath !== undefined) violation.schemaPath = rule.schemaPath
  if (suggestion !== undefined) violation.suggestion = suggestion
  return violation
}
