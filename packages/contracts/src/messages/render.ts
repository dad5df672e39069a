import type { CorrectedFailure, Correction } from '../failures/correction.ts'
import type { Json } from '@workbench/json-text'
import type { SchemaNode } from '../schema/types.ts'
import type { Violation } from './violation.ts'
import type { Failure, TextFailure } from '../failures/failure.ts'
import { describeContractHint, hintSuffix, withArticle } from './hints.ts'
import { describeCondition } from './describe-schema.ts'
import { knownMembersNote, sentenceOf } from './sentences.ts'

type MutableViolation = { -readonly [Name in keyof Violation]: Violation[Name] }

/** Writes the messages. Each list of known members is in one message only. */
export function render(found: readonly CorrectedFailure<Failure | TextFailure>[]): MutableViolation[] {
  /** The schemas whose known members are in a message. */
  let noted: Set<SchemaNode> | undefined
  return found.map(({ failure, correction }) => {
    if ('message' in failure) return renderText(failure, correction)
    const hint = hintSuffix(correction)
    if (failure.keyword !== 'additionalProperties' || hint !== '' || correction.hidesKnownMembers)
      return renderFailure(failure, correction, hint)
    noted ??= new Set()
    const isNoted = noted.has(failure.node)
    noted.add(failure.node)
    return renderFailure(failure, correction, isNoted ? '' : knownMembersNote(failure.expected))
  })
}

const renderText = ({ path, keyword, message }: TextFailure, correction: Correction): MutableViolation => ({
  path,
  keyword,
  message: withContractHint(message, correction),
})

function renderFailure(failure: Failure, correction: Correction, suffix: string): MutableViolation {
  const { path, keyword, schemaPath, conditions } = failure
  const { suggestion, template, fix } = correction
  const { text, received } = sentenceOf(failure, correction)
  const sentence = text + suffix + (conditions.length === 0 ? '' : conditionsSuffix(failure))
  const message = withContractHint(sentence, correction)
  const expected = expectedOf(failure)
  const violation: MutableViolation = { path, keyword, message, expected }
  if (received !== undefined) violation.received = received
  if (schemaPath !== undefined) violation.schemaPath = schemaPath
  if (suggestion !== undefined) violation.suggestion = suggestion
  if (template !== undefined) violation.template = template
  if (fix !== undefined) violation.fix = fix
  return violation
}

/** `type` with one name is a text, as in the schema. */
const expectedOf = ({ keyword, expected }: Failure): Json =>
  keyword === 'type' && expected.length === 1 ? (expected[0] as Json) : expected

const conditionsSuffix = ({ conditions }: Failure): string =>
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
