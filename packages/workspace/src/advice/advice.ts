import type { Contracts } from '@workbench/contracts'

import type { WorkingArea } from '../working-area.ts'
import { followsBuiltIn } from './follows-built-in.ts'
import { membersIn } from './members-in.ts'
import { dependencies } from './rules/dependencies.ts'
import { exposure } from './rules/exposure.ts'
import { findingsOrder } from './rules/findings-order.ts'
import { idleAgents } from './rules/idle-agents.ts'
import { missingContent } from './rules/missing-content.ts'
import { passingReview } from './rules/passing-review.ts'
import { pertEstimate } from './rules/pert-estimate.ts'
import { isExample, placeholders } from './rules/placeholders.ts'
import { repeatedIdsInPlan, repeatedIdsInReview } from './rules/repeated-ids.ts'
import { singleBackslashes } from './rules/single-backslash.ts'
import { unmappedItem } from './rules/unmapped-item.ts'
import type { Advice, Rule } from './rule.ts'

const RULES: readonly Rule[] = [
  findingsOrder,
  passingReview,
  exposure,
  pertEstimate,
  dependencies,
  repeatedIdsInPlan,
  repeatedIdsInReview,
  unmappedItem,
  idleAgents,
]

/**
 * The advice on a valid artifact: rules of the contracts that a schema cannot express, and texts that are probably not what
 * was meant. It never changes the verdict.
 * @param schema id of the contract, which is one of these
 * @param area the working area that the artifact refers to
 */
export const adviceOn = (
  schema: string,
  artifact: unknown,
  area: WorkingArea,
  contracts: Contracts,
): Advice[] => [
  ...RULES.flatMap((rule) =>
    rule.contract === schema && followsBuiltIn(contracts, rule.contract, artifact)
      ? rule.check(artifact, area).map((advice) => ({ ...advice, rule: rule.name }))
      : [],
  ),
  ...adviceOnTexts(schema, artifact, contracts),
]

/** The part of it that depends on the artifact and its contract alone. The example of the contract gets none. */
export function adviceOnTexts(schema: string, artifact: unknown, contracts: Contracts): Advice[] {
  if (isExample(contracts, schema, artifact)) return []
  const members = membersIn(artifact)
  return [
    ...singleBackslashes(members),
    ...placeholders(contracts, schema, members),
    ...missingContent(members),
  ]
}
