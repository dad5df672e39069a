import type { FailureCollector } from '../failures/failure-collector.ts'
import type { ObjectLocation } from '../failures/location.ts'
import { collectFailures, collectMembers } from '../failures/collect-failures.ts'
import { ifChecked } from '../schema/evaluation/limits.ts'
import type { Expectations } from '../schema/expectations.ts'
import type { Failure, FailureOf } from '../failures/failure.ts'
import { allowedValue, sameWord } from './allowed-value.ts'
import { convertToType } from './conversions/convert-to-type.ts'
import type { CorrectedFailure, Correction, Remaining } from '../failures/correction.ts'
import { memberTemplate, template } from './template-for.ts'
import { unexpectedMember } from './members/unexpected-member.ts'

/**
 * Adds the corrections. A correction can reveal more failures: those of the value as it is after the fix. They follow the failure
 * that they depend on, and have a fix only if it has one.
 */
export function correctFailures(collector: FailureCollector): readonly CorrectedFailure[] {
  const corrected: CorrectedFailure[] = []
  for (const failure of collector.take()) add(failure)
  return corrected

  /** @param revealing the correction that reveals the failure */
  function add(failure: Failure, revealing?: Correction): void {
    if (corrected.length >= collector.limit) {
      collector.unlist(failure)
      return
    }
    const { fix, ...others } = correctionOf(failure)
    const correction = fix && (!revealing || 'fix' in revealing) ? { ...others, fix } : others
    corrected.push({ failure, correction })
    if (!others.remaining) return
    collector.conditions = failure.conditions
    collectRemaining(others.remaining, collector)
    for (const dependent of collector.take()) add(dependent, correction)
  }
}

function collectRemaining({ schema, location, isWrapper }: Remaining, collector: FailureCollector): void {
  const { members } = schema.constraints
  if (!isWrapper) collectFailures(schema, location, collector)
  else if (members) collectMembers(schema, members, location as ObjectLocation, collector)
}

const correctionOf = (failure: Failure): Correction =>
  ifChecked(() => (CORRECTIONS[failure.keyword] as (failure: Failure) => Correction | undefined)(failure)) ??
  NONE

const NONE: Correction = {}

const none = (): undefined => undefined

/** What is known about the mistakes behind each kind of failure. */
const CORRECTIONS: {
  readonly [Keyword in keyof Expectations]: (failure: FailureOf<Keyword>) => Correction | undefined
} = {
  type: (failure) => convertToType(failure) ?? template(failure),
  const: sameWord,
  enum: (failure) => allowedValue(failure) ?? template(failure),
  pattern: (failure) => (failure.received === undefined ? undefined : template(failure)),
  maxLength: none,
  minimum: template,
  maximum: template,
  minItems: template,
  required: memberTemplate,
  properties: none,
  additionalProperties: unexpectedMember,
  depth: none,
  evaluations: none,
}
