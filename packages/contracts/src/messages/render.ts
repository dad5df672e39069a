import type { CorrectedFact, Correction } from '../corrections/correction.ts'
import type { Json } from '../json.ts'
import type { SchemaNode } from '../schema/types.ts'
import type { Violation } from '../violation.ts'
import type { Fact, TextFact } from '../violations/fact.ts'
import { describeContractHint, hintSuffix, withArticle } from './hints.ts'
import { describeCondition } from './describe-schema.ts'
import { knownMembersNote, sentenceOf } from './sentences.ts'

type MutableViolation = { -readonly [Name in keyof Violation]: Violation[Name] }

/** Writes the messages. Each list of known members is in one message only. */
export function render(found: readonly CorrectedFact<Fact | TextFact>[]): MutableViolation[] {
  /** The schemas whose known members are in a message. */
  let noted: Set<SchemaNode> | undefined
  return found.map(({ fact, correction }) => {
    if ('message' in fact) return renderText(fact, correction)
    const hint = hintSuffix(correction)
    if (fact.keyword !== 'additionalProperties' || hint !== '' || correction.hidesKnownMembers)
      return renderFact(fact, correction, hint)
    noted ??= new Set()
    const isNoted = noted.has(fact.node)
    noted.add(fact.node)
    return renderFact(fact, correction, isNoted ? '' : knownMembersNote(fact.expected))
  })
}

const renderText = ({ path, keyword, message }: TextFact, correction: Correction): MutableViolation => ({
  path,
  keyword,
  message: withContractHint(message, correction),
})

function renderFact(fact: Fact, correction: Correction, suffix: string): MutableViolation {
  const { path, keyword, schemaPath, conditions } = fact
  const { suggestion, template, fix } = correction
  const { text, received } = sentenceOf(fact, correction)
  const sentence = text + suffix + (conditions.length === 0 ? '' : conditionsSuffix(fact))
  const message = withContractHint(sentence, correction)
  const expected = expectedOf(fact)
  const violation: MutableViolation = { path, keyword, message, expected }
  if (received !== undefined) violation.received = received
  if (schemaPath !== undefined) violation.schemaPath = schemaPath
  if (suggestion !== undefined) violation.suggestion = suggestion
  if (template !== undefined) violation.template = template
  if (fix !== undefined) violation.fix = fix
  return violation
}

/** `type` with one name is a text, as in the schema. */
const expectedOf = ({ keyword, expected }: Fact): Json =>
  keyword === 'type' && expected.length === 1 ? (expected[0] as Json) : expected

const conditionsSuffix = ({ conditions }: Fact): string =>
  conditions.map((condition) => ` when ${describeCondition(condition)}`).join('')

function withContractHint(sentence: string, { contractHint }: Correction): string {
  if (!contractHint) return sentence
  const hint = describeContractHint(contractHint)
  const { introduces } = contractHint
  return introduces === undefined
    ? `${sentence}; ${hint}`
    : `${capitalize(hint)}; for ${withArticle(introduces)}: ${sentence}`
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
