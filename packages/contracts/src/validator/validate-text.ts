import {
  type ParsedJson,
  type ParsedText,
  parseText,
  type Recover,
  type TextViolation,
} from '../json-text/parse.ts'
import { toVerdict, VALID, type Verdict, type Violation } from '../violation.ts'
import type { ViolationRecord } from '../violations/collector.ts'
import { type CollectedViolations, NO_VIOLATIONS, toViolations } from './validate-value.ts'

/** Improves the messages of an invalid value with knowledge of other schemas. */
export type Explain = (value: unknown, violations: readonly Violation[]) => readonly Violation[]

interface TextOptions {
  /** The maximum number of violations in the verdict. */
  readonly limit: number
  /** See {@link parseText}. */
  readonly recover: Recover | undefined
  readonly explain: Explain
}

/**
 * Validates JSON text with `collect`, which returns the violations of a value. The verdict lists the violations of the
 * text itself too, each with line and column.
 */
export function validateText(
  collect: (value: unknown) => CollectedViolations,
  input: string | Uint8Array,
  { limit, recover, explain }: TextOptions,
): Verdict {
  const parsed = parseText(input, limit, recover)
  const { records, more } = parsed.json ? collect(parsed.json.value) : NO_VIOLATIONS
  if (parsed.violations.length === 0 && records.length === 0) return VALID
  const sorted = sortByOffset(parsed, withoutConsequences(parsed, records))
  const listed = sorted.slice(0, limit)
  return toVerdict(
    parsed.json ? explain(parsed.json.value, listed) : listed,
    sorted.length - listed.length + parsed.omitted + more,
  )
}

/** Leaves out violations that may only exist because the text is truncated. */
function withoutConsequences(
  { recovery }: ParsedText,
  records: readonly ViolationRecord[],
): readonly ViolationRecord[] {
  const truncated = recovery?.truncatedAt
  if (!truncated) return records
  const { open, cut } = truncated
  return records.filter(({ path, anchor, source, condition }) => {
    // The rest of an object can make the condition of a violation false.
    if (path === cut || condition !== '') return false
    return !open.includes(anchor === 'container' ? parentOf(path) : path) || source.keyword === 'type'
  })
}

function sortByOffset(
  { json, violations, positionOf }: ParsedText,
  records: readonly ViolationRecord[],
): Violation[] {
  return [...violations.map(fromTextViolation), ...(json ? withOffsets(json, records) : [])]
    .sort((a, b) => a.offset - b.offset)
    .map(({ violation, offset }) => ({ ...violation, ...positionOf(offset) }))
}

interface ViolationWithOffset {
  readonly violation: Violation
  readonly offset: number
}

const fromTextViolation = ({ path, keyword, message, offset }: TextViolation): ViolationWithOffset => ({
  violation: { path, keyword, message },
  offset,
})

function withOffsets(
  { locate, toOriginal }: ParsedJson,
  records: readonly ViolationRecord[],
): ViolationWithOffset[] {
  if (records.length === 0) return []
  const found = toViolations(records).map((violation, index) => {
    const anchor = records[index]?.anchor
    // A missing member has no location in the text: its object has.
    const pointer = anchor === 'container' ? parentOf(violation.path) : violation.path
    return { violation, anchor, pointer }
  })
  const offsetsAt = locate(found.map(({ pointer }) => pointer))
  return found.map(({ violation, anchor, pointer }) => {
    const offsets = offsetsAt(pointer)
    const offset = (anchor === 'name' ? offsets?.name : offsets?.value) ?? 0
    return { violation, offset: toOriginal(offset) }
  })
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))
