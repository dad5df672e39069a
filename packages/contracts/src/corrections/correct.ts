import type { FactCollector } from '../violations/collector.ts'
import type { JsonObject } from '../json.ts'
import { collectFacts, collectMembers } from '../schema/evaluation/collect-facts.ts'
import { ifChecked } from '../schema/evaluation/limits.ts'
import type { Expectations } from '../schema/expectations.ts'
import type { Fact, FactOf } from '../violations/fact.ts'
import { allowedValue, sameWord } from './allowed-value.ts'
import { convertToType } from './conversions/convert-to-type.ts'
import type { CorrectedFact, Correction, Remaining } from './correction.ts'
import { memberTemplate, template } from './template-for.ts'
import { unexpectedMember } from './members/unexpected-member.ts'

/**
 * Adds the corrections. A correction can reveal more facts: those of the value as it is after the fix. They follow the fact
 * that they depend on, and have a fix only if it has one.
 */
export function correctFacts(collector: FactCollector): readonly CorrectedFact[] {
  const corrected: CorrectedFact[] = []
  for (const fact of collector.take()) add(fact, true)
  return corrected

  function add(fact: Fact, isFixable: boolean): void {
    if (corrected.length >= collector.limit) {
      collector.unlist(fact)
      return
    }
    const { fix, ...others } = correctionOf(fact)
    const correction = isFixable && fix ? { ...others, fix } : others
    corrected.push({ fact, correction })
    if (!others.remaining) return
    collector.conditions = fact.conditions
    collectRemaining(others.remaining, collector)
    for (const dependent of collector.take()) add(dependent, 'fix' in correction)
  }
}

function collectRemaining({ schema, location, isWrapper }: Remaining, collector: FactCollector): void {
  const { members } = schema.constraints
  if (!isWrapper) collectFacts(schema, location, collector)
  else if (members) collectMembers(schema, members, location.value as JsonObject, location, collector)
}

const correctionOf = (fact: Fact): Correction =>
  ifChecked(() => (CORRECTIONS[fact.keyword] as (fact: Fact) => Correction | undefined)(fact)) ?? NONE

const NONE: Correction = {}

const none = (): undefined => undefined

/** What is known about the mistakes behind each kind of fact. */
const CORRECTIONS: {
  readonly [Keyword in keyof Expectations]: (fact: FactOf<Keyword>) => Correction | undefined
} = {
  type: (fact) => convertToType(fact) ?? template(fact),
  const: sameWord,
  enum: (fact) => allowedValue(fact) ?? template(fact),
  pattern: (fact) => (fact.received === undefined ? undefined : template(fact)),
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
