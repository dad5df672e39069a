import { locate } from '../json-text/locate.ts'
import { type ParsedJson, type ParsedText, parseText, type TextViolation } from '../json-text/parse.ts'
import { positionsIn } from '../json-text/positions.ts'
import { toVerdict, VALID, type Verdict, type Violation } from '../violation.ts'
import type { ViolationRecord } from '../violations/collector.ts'
import { segmentsOf } from '../violations/location.ts'
import { keepLiteral } from './number-literals.ts'
import { type CollectedViolations, NO_VIOLATIONS, toViolations } from './validate-value.ts'

/** Improves the messages of an invalid value with knowledge of other schemas. */
export type Explain = (value: unknown, violations: readonly Violation[]) => readonly Violation[]

interface TextOptions {
  /** The maximum number of violations in the verdict. */
  readonly limit: number
  readonly explain: Explain
}

/**
 * Validates JSON text with `collect`, which returns the violations of a value. The verdict lists the violations of the
 * text itself too, each with line and column.
 */
export function validateText(
  collect: (value: unknown) => CollectedViolations,
  input: string | Uint8Array,
  { limit, explain }: TextOptions,
): Verdict {
  const parsed = parseText(input, limit, (value) => collect(value).records)
  const { records, more } = parsed.json ? collect(parsed.json.value) : NO_VIOLATIONS
  if (parsed.violations.length === 0 && records.length === 0) return VALID
  const sorted = sortByOffset(parsed, parsed.recovery?.truncatedAt?.withoutConsequences(records) ?? records)
  const listed = sorted.slice(0, limit)
  return toVerdict(
    parsed.json ? explain(parsed.json.value, listed) : listed,
    sorted.length - listed.length + parsed.omitted + more,
  )
}

/** Lists the violations in the order of the text, with line and column. */
function sortByOffset(
  { text, json, violations }: ParsedText,
  records: readonly ViolationRecord[],
): readonly Violation[] {
  const found = [...violations.map(fromTextViolation), ...(json ? withOffsets(text, json, records) : [])]
  // Most are: the violations of a value are in document order.
  if (!isSorted(found)) found.sort((a, b) => a.offset - b.offset)
  const positionOf = positionsIn(text)
  return found.map(({ violation, offset }) => {
    const { line, column } = positionOf(offset)
    violation.line = line
    violation.column = column
    return violation
  })
}

interface ViolationWithOffset {
  /** Created for this verdict: its position is added to it. */
  readonly violation: { -readonly [Name in keyof Violation]: Violation[Name] }
  readonly offset: number
}

const isSorted = (found: readonly ViolationWithOffset[]): boolean =>
  found.every(({ offset }, index) => index === 0 || offset >= (found[index - 1]?.offset ?? 0))

const fromTextViolation = ({ path, keyword, message, offset }: TextViolation): ViolationWithOffset => ({
  violation: { path, keyword, message },
  offset,
})

function withOffsets(
  text: string,
  json: ParsedJson,
  records: readonly ViolationRecord[],
): readonly ViolationWithOffset[] {
  const offsets = locate(json.text, records.map(pathOf))
  let offset = 0
  return toViolations(records).map((violation, index) => {
    const { name, value } = offsets[index] ?? {}
    // A value of JSON in a string has no offset; the violation of the string comes before its own.
    offset = (records[index]?.anchor === 'name' ? name : value) ?? offset
    const original = json.toOriginal(offset)
    keepLiteral(violation, records[index]?.location.value, text, original)
    return { violation, offset: original }
  })
}

/** A missing member has no location in the text: its object has. */
const pathOf = ({ location, anchor }: ViolationRecord) =>
  segmentsOf((anchor === 'container' ? location.parent : undefined) ?? location)
