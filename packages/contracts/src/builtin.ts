/**
 * The contracts of this package as a module: typed, without access to files. A bundle contains only those that it uses.
 * @module builtin
 */
import { builtInContracts, contractsFrom } from './catalog/built-in/built-in-contracts.ts'
import * as schemas from './catalog/built-in/schemas.ts'
import type { Contract, Contracts } from './catalog/contracts.ts'
import type * as types from './types/contract-types.ts'

export const adrV1: Contract<types.AdrV1> = /* @__PURE__ */ contractsFrom([schemas.adrV1]).get('adr.v1')
export const complianceCheckV1: Contract<types.ComplianceCheckV1> = /* @__PURE__ */ contractsFrom([
  schemas.complianceCheckV1,
  schemas.findingV1,
]).get('compliance-check.v1')
export const estimateV1: Contract<types.EstimateV1> = /* @__PURE__ */ contractsFrom([schemas.estimateV1]).get(
  'estimate.v1',
)
export const factV1: Contract<types.FactV1> = /* @__PURE__ */ contractsFrom([schemas.factV1]).get('fact.v1')
export const findingV1: Contract<types.FindingV1> = /* @__PURE__ */ contractsFrom([schemas.findingV1]).get(
  'finding.v1',
)
export const handoffV1: Contract<types.HandoffV1> = /* @__PURE__ */ contractsFrom([schemas.handoffV1]).get(
  'handoff.v1',
)
export const planV1: Contract<types.PlanV1> = /* @__PURE__ */ contractsFrom([schemas.planV1]).get('plan.v1')
export const requirementV1: Contract<types.RequirementV1> = /* @__PURE__ */ contractsFrom([
  schemas.requirementV1,
]).get('requirement.v1')
export const reviewV1: Contract<types.ReviewV1> = /* @__PURE__ */ contractsFrom([
  schemas.reviewV1,
  schemas.findingV1,
]).get('review.v1')
export const riskV1: Contract<types.RiskV1> = /* @__PURE__ */ contractsFrom([schemas.riskV1]).get('risk.v1')
export const trackerItemV1: Contract<types.TrackerItemV1> = /* @__PURE__ */ contractsFrom([
  schemas.trackerItemV1,
]).get('tracker-item.v1')

/** All contracts of this package. */
export const contracts: Contracts = /* @__PURE__ */ builtInContracts()
