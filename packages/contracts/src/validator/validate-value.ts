import type { SchemaFunctions } from '../codegen/generate.ts'
import { MAX_DEPTH, MaxDepthError } from '../schema/depth-limit.ts'
import type { SchemaNode } from '../schema/types.ts'
import type { Violation } from '../violation.ts'
import { ViolationCollector, type ViolationRecord } from '../violations/collector.ts'
import { pointerOf, rootLocation } from '../violations/location.ts'
import { removeDuplicates, sortByDocumentOrder } from '../violations/sort.ts'

/** The violations of a value, and the number of those that are not listed. */
export interface CollectedViolations {
  /** In document order. */
  readonly records: readonly ViolationRecord[]
  /** How many more violations there are, at least. */
  readonly more: number
}

export const NO_VIOLATIONS: CollectedViolations = { records: [], more: 0 }

/**
 * Collects the violations of a value; none if it is valid, which `isValid` decides faster.
 * @param root the schema; `functions` are its own or those that were generated from it
 * @param limit the maximum number of violations
 */
export function collectViolations(
  root: SchemaNode,
  functions: Pick<SchemaFunctions, 'collectViolations'>,
  value: unknown,
  limit: number,
): CollectedViolations {
  const collector = new ViolationCollector(limit, root.maxEvaluations)
  try {
    functions.collectViolations(rootLocation(value), collector)
  } catch (error) {
    if (error instanceof MaxDepthError) return { records: [tooDeep], more: 0 }
    throw error
  }
  const { records, omitted } = collector
  // Generated code collects in another order than the interpreter, so that it would list other violations.
  if (omitted > 0 && functions !== root) return collectViolations(root, root, value, limit)
  return {
    records: records.length > 1 ? removeDuplicates(sortByDocumentOrder(records)) : records,
    more: omitted,
  }
}

const tooDeep: ViolationRecord = {
  location: rootLocation(undefined),
  anchor: 'value',
  source: { keyword: 'depth' },
  describe: () => ({
    message: `Expected at most ${MAX_DEPTH} levels of nesting; received more`,
    expected: MAX_DEPTH,
  }),
  condition: '',
}

/** Converts records to the public form, without line and column. */
export function toViolations(records: readonly ViolationRecord[]): Violation[] {
  if (records.length === 1) return records.map((record) => toViolation(record, false))
  const seen = new Set<string | undefined>()
  return records.map((record) => {
    const { schemaPath } = record.source
    const isRepeated = seen.has(schemaPath)
    seen.add(schemaPath)
    return toViolation(record, isRepeated)
  })
}

function toViolation(
  { location, source, describe, condition }: ViolationRecord,
  isRepeated: boolean,
): Violation {
  const { message, expected, received, suggestion, template, fix } = describe(isRepeated)
  const violation: { -readonly [Name in keyof Violation]: Violation[Name] } = {
    path: pointerOf(location),
    keyword: source.keyword,
    message: message + condition,
    expected,
  }
  if (received !== undefined) violation.received = received
  if (source.schemaPath !== undefined) violation.schemaPath = source.schemaPath
  if (suggestion !== undefined) violation.suggestion = suggestion
  if (template !== undefined) violation.template = template
  if (fix !== undefined) violation.fix = fix
  return violation
}
