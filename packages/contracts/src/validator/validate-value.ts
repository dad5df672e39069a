import type { SchemaFunctions } from '../codegen/generate.ts'
import { MAX_DEPTH, MaxDepthError } from '../schema/depth-limit.ts'
import type { Violation } from '../violation.ts'
import { ViolationCollector, type ViolationRecord } from '../violations/collector.ts'
import { pointerOf, rootLocation } from '../violations/location.ts'
import { removeDuplicates, sortByDocumentOrder } from '../violations/sort.ts'

/** Returns all violations of a value in document order; none if it is valid, which `isValid` decides faster. */
export function validateValue(
  { collectViolations }: Pick<SchemaFunctions, 'collectViolations'>,
  value: unknown,
): readonly ViolationRecord[] {
  const collector = new ViolationCollector()
  try {
    collectViolations(rootLocation(value), collector)
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
  source: { keyword: 'depth' },
  details: {
    message: `Expected at most ${MAX_DEPTH} levels of nesting; received more`,
    expected: MAX_DEPTH,
  },
  condition: '',
}

/** Converts a record to the public form, without line and column. */
export function toViolation({ location, source, details, condition }: ViolationRecord): Violation {
  const { message, expected, received, suggestion } = details
  const violation: { -readonly [Name in keyof Violation]: Violation[Name] } = {
    path: pointerOf(location),
    keyword: source.keyword,
    message: message + condition,
    expected,
  }
  if (received !== undefined) violation.received = received
  if (source.schemaPath !== undefined) violation.schemaPath = source.schemaPath
  if (suggestion !== undefined) violation.suggestion = suggestion
  return violation
}
