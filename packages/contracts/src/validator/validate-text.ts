import {
  locate,
  type ParsedJson,
  parseText,
  type ParsedText,
  positionsIn,
  type RecoveredText,
  recoverText,
  type RecoveryOptions,
  type TextViolation,
  type ValueError,
} from '@workbench/json-text'
import type { CorrectedFailure } from '../failures/correction.ts'
import type { Failure, TextFailure } from '../failures/failure.ts'
import { segmentsOf } from '../failures/location.ts'
import { render } from '../messages/render.ts'
import { toVerdict, VALID, type Verdict } from '../messages/violation.ts'
import { type FoundFailures, NO_FAILURES } from './find-failures.ts'
import { withLiteral } from './number-literals.ts'

/** Improves the corrections of an invalid value with knowledge of other schemas. */
export type Explain = <Found extends AnyFailure>(value: unknown, found: readonly Found[]) => readonly Found[]

/** What is wrong with a value or with its text. */
export type AnyFailure = CorrectedFailure<Failure | TextFailure>

/** The verdict on a JSON text, and how it was parsed. */
export interface ReadText {
  readonly verdict: Verdict
  readonly parsed: RecoveredText
}

export interface TextValidationOptions extends RecoveryOptions {
  /** Returns what is wrong with a value. */
  readonly find: (value: unknown) => FoundFailures
  readonly explain: Explain
  /** The maximum number of violations in the verdict. */
  readonly limit: number
}

/**
 * Validates JSON text, or one that was parsed already. The verdict lists the violations of the text itself too, each with
 * line and column.
 */
export function validateText(
  input: string | Uint8Array | ParsedText,
  options: TextValidationOptions,
): ReadText {
  const { find, explain, limit } = options
  const isParsed = typeof input === 'object' && 'violations' in input
  const parsed = recoverText(isParsed ? input : parseText(input, limit), limit, options)
  const { failures, more } = parsed.json ? find(parsed.json.value) : NO_FAILURES
  if (parsed.violations.length === 0 && failures.length === 0) return { verdict: VALID, parsed }
  const located = sortByOffset(parsed, withoutConsequences(parsed, failures))
  const listed = located.slice(0, limit)
  const explained = parsed.json ? explain(parsed.json.value, listed) : listed
  const positionOf = positionsIn(parsed.text)
  const violations = render(explained).map((violation, index) =>
    Object.assign(violation, positionOf(explained[index]?.offset ?? 0)),
  )
  return { verdict: toVerdict(violations, located.length - listed.length + parsed.omitted + more), parsed }
}

/** Leaves out what may only be wrong because the text is truncated. */
function withoutConsequences({ recovery }: RecoveredText, failures: readonly CorrectedFailure[]) {
  const { truncatedAt } = recovery ?? {}
  return truncatedAt ? failures.filter((found) => !truncatedAt.isConsequence(toValueError(found))) : failures
}

/** A failure as the recovery of a text needs it, which knows no keywords. */
export const toValueError = ({ failure }: CorrectedFailure): ValueError => ({
  path: failure.path,
  about: failure.keyword === 'type' ? 'type' : failure.anchor,
  value: failure.location.value,
  isConditional: failure.conditions.length > 0,
})

type LocatedFailure = AnyFailure & { readonly offset: number }

/** What is wrong with the text and with its value, in the order of the text. */
function sortByOffset(
  { text, json, violations }: ParsedText,
  failures: readonly CorrectedFailure[],
): readonly LocatedFailure[] {
  const located = [...violations.map(fromTextViolation), ...(json ? withOffsets(text, json, failures) : [])]
  return located.sort((a, b) => a.offset - b.offset)
}

const fromTextViolation = ({ path, keyword, message, offset }: TextViolation): LocatedFailure => ({
  failure: { path, keyword, message },
  correction: {},
  offset,
})

function withOffsets(
  text: string,
  json: ParsedJson,
  failures: readonly CorrectedFailure[],
): readonly LocatedFailure[] {
  const offsets = locate(json.text, failures.map(pathOf))
  let last = 0
  return failures.map((found, index) => {
    const { name, value } = offsets[index] ?? {}
    // A value of JSON in a string has no offset; the failure of the string comes before its own.
    last = (found.failure.anchor === 'name' ? name : value) ?? last
    const offset = json.toOriginal(last)
    const { failure, correction } = withLiteral(found, text, offset)
    return { failure, correction, offset }
  })
}

/** A missing member has no location in the text: its object has. */
const pathOf = ({ failure: { location, anchor } }: CorrectedFailure) =>
  segmentsOf((anchor === 'container' ? location.parent : undefined) ?? location)
