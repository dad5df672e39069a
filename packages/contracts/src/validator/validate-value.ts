import type { SchemaFunctions } from '../codegen/generate.ts'
import { MAX_DEPTH, MaxDepthError } from '../schema/depth-limit.ts'
import type { SchemaNode } from '../schema/types.ts'
import type { Violation } from '../violation.ts'
import { ViolationCollector, type ViolationRecord } from '../violations/collector.ts'
import { rootLocation } from '../violations/location.ts'
import { sortByDocumentOrder } from '../violations/sort.ts'

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
  return { records: sortByDocumentOrder(records), more: omitted }
}

const tooDeep: ViolationRecord = {
  location: rootLocation(undefined),
  path: '',
  anchor: 'value',
  source: { keyword: 'depth' },
  details: {
    message: `Expected at most ${MAX_DEPTH} levels of nesting; received more`,
    expected: MAX_DEPTH,
  },
  condition: '',
}

/** Converts records to the public form, without line and column. */
export function toViolations(records: readonly ViolationRecord[]): Violation[] {
  /** The sources whose note is in a message. */
  let noted: Set<string | undefined> | undefined
  return records.map((record) => {
    const { note } = record.details
    if (note === undefined) return toViolation(record, '')
    const { schemaPath } = record.source
    noted ??= new Set()
    if (noted.has(schemaPath)) return toViolation(record, '')
    noted.add(schemaPath)
    return toViolation(record, note)
  })
}

function toViolation({ path, source, details, condition }: ViolationRecord, note: string): Violation {
  const { message: sentence, expected, received, suggestion, template, fix } = details
  const { keyword, schemaPath } = source
  const message = sentence + note + condition
  // Two literals, because members that are added to one are stored apart from it, which takes longer.
  const violation: { -readonly [Name in keyof Violation]: Violation[Name] } =
    received === undefined || schemaPath === undefined
      ? { path, keyword, message, expected }
      : { path, keyword, message, expected, received, schemaPath }
  if (schemaPath !== undefined) violation.schemaPath = schemaPath
  if (suggestion !== undefined) violation.suggestion = suggestion
  if (template !== undefined) violation.template = template
  if (fix !== undefined) violation.fix = fix
  return violation
}
