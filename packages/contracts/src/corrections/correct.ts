import { LimitedFactCollector } from '../violations/collector.ts'
import type { JsonObject } from '../json.ts'
import { collectFacts, collectMembers } from '../schema/evaluation/collect-facts.ts'
import type { Expectations } from '../schema/expectations.ts'
import type { Fact, FactOf } from '../violations/fact.ts'
import type { UnlistedFacts } from '../violations/unlisted-facts.ts'
import { allowedValue, sameWord } from './allowed-value.ts'
import { convertToType } from './conversions/convert-to-type.ts'
import type { CorrectedFact, Correction, Remaining } from './correction.ts'
import { memberTemplate, template } from './template-for.ts'
import { unexpectedMember } from './members/unexpected-member.ts'

/**
 * Adds the corrections. A correction can reveal more facts: those of the value as it is after the fix. They follow the fact
 * that they depend on.
 * @param limit the maximum number of facts in the result
 * @param unlisted receives the others
 */
export function correctFacts(
  facts: readonly Fact[],
  limit: number,
  unlisted: UnlistedFacts,
): readonly CorrectedFact[] {
  const corrected: CorrectedFact[] = []
  for (const fact of facts) add(fact)
  return corrected

  function add(fact: Fact): void {
    if (corrected.length >= limit) {
      unlisted.add(fact.location, fact.schemaPath)
      return
    }
    const correction = correctionOf(fact)
    corrected.push({ fact, correction })
    const { remaining } = correction
    if (!remaining) return
    const collector = new LimitedFactCollector(limit - corrected.length, unlisted, fact.conditions)
    collectRemaining(remaining, collector)
    for (const revealed of collector.facts) add(revealed)
  }
}

function collectRemaining({ schema, location, isWrapper }: Remaining, collector: LimitedFactCollector): void {
  const { members } = schema.constraints
  if (!isWrapper) collectFacts(schema, location, collector)
  else if (members) collectMembers(schema, members, location.value as JsonObject, location, collector)
}

const correctionOf = (fact: Fact): Correction =>
  (CORRECTIONS[fact.keyword] as (fact: Fact) => Correction | undefined)(fact) ?? NONE

const NONE: Correction = {}

const none = (): undefined => undefined

/** What is known about the mistakes behind each kind of fact. */
const CORRECTIONS: {
  readonly [Keyword in keyof Expectations]: (fact: FactOf<Keyword>) => Correction | undefined
} = {
  type: (fact) => convertToType(fact) ?? template(fact),
  const: sameWord,
  enum: (fact) => allowedValue(fact) ?? template(fact),
  pattern: template,
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
