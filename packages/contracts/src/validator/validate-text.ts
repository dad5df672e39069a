import type { CorrectedFact } from '../corrections/correction.ts'
import { locate } from '../json-text/locate.ts'
import { type ParsedJson, type ParsedText, parseText, type TextViolation } from '../json-text/parse.ts'
import type { Mentions } from '../json-text/lexical/statement.ts'
import type { CollectRecords } from '../json-text/recovery/reading.ts'
import { positionsIn } from '../json-text/positions.ts'
import { render } from '../messages/render.ts'
import { toVerdict, VALID, type Verdict } from '../violation.ts'
import type { Fact, TextFact } from '../violations/fact.ts'
import { segmentsOf } from '../violations/location.ts'
import { type FoundFacts, NO_FACTS } from './find-facts.ts'
import { withLiteral } from './number-literals.ts'

/** Improves the corrections of an invalid value with knowledge of other schemas. */
export type Explain = <Found extends AnyFact>(value: unknown, found: readonly Found[]) => readonly Found[]

/** What is wrong with a value or with its text. */
export type AnyFact = CorrectedFact<Fact | TextFact>

/** The verdict on a JSON text, and how it was parsed. */
export interface ReadText {
  readonly verdict: Verdict
  readonly parsed: ParsedText
}

/**
 * Validates JSON text with `find`, which returns what is wrong with a value. The verdict lists the violations of the text
 * itself too, each with line and column.
 * @param limit the maximum number of violations in the verdict
 * @param collect the violations that decide how malformed text is read
 * @param mentions see {@link parseText}
 */
export function validateText(
  find: (value: unknown) => FoundFacts,
  input: string | Uint8Array,
  limit: number,
  explain: Explain,
  collect: CollectRecords,
  mentions: Mentions,
): ReadText {
  const parsed = parseText(input, limit, collect, mentions)
  const { facts, more } = parsed.json ? find(parsed.json.value) : NO_FACTS
  if (parsed.violations.length === 0 && facts.length === 0) return { verdict: VALID, parsed }
  const located = sortByOffset(parsed, parsed.recovery?.truncatedAt?.withoutConsequences(facts) ?? facts)
  const listed = located.slice(0, limit)
  const explained = parsed.json ? explain(parsed.json.value, listed) : listed
  const positionOf = positionsIn(parsed.text)
  const violations = render(explained).map((violation, index) => {
    const { line, column } = positionOf(explained[index]?.offset ?? 0)
    violation.line = line
    violation.column = column
    return violation
  })
  return { verdict: toVerdict(violations, located.length - listed.length + parsed.omitted + more), parsed }
}

type LocatedFact = AnyFact & { readonly offset: number }

/** What is wrong with the text and with its value, in the order of the text. */
function sortByOffset(
  { text, json, violations }: ParsedText,
  facts: readonly CorrectedFact[],
): readonly LocatedFact[] {
  const located = [...violations.map(fromTextViolation), ...(json ? withOffsets(text, json, facts) : [])]
  return located.sort((a, b) => a.offset - b.offset)
}

const fromTextViolation = ({ path, keyword, message, offset }: TextViolation): LocatedFact => ({
  fact: { path, keyword, message },
  correction: {},
  offset,
})

function withOffsets(
  text: string,
  json: ParsedJson,
  facts: readonly CorrectedFact[],
): readonly LocatedFact[] {
  const offsets = locate(json.text, facts.map(pathOf))
  let last = 0
  return facts.map((found, index) => {
    const { name, value } = offsets[index] ?? {}
    // A value of JSON in a string has no offset; the fact of the string comes before its own.
    last = (found.fact.anchor === 'name' ? name : value) ?? last
    const offset = json.toOriginal(last)
    const { fact, correction } = withLiteral(found, text, offset)
    return { fact, correction, offset }
  })
}

/** A missing member has no location in the text: its object has. */
const pathOf = ({ fact: { location, anchor } }: CorrectedFact) =>
  segmentsOf((anchor === 'container' ? location.parent : undefined) ?? location)
