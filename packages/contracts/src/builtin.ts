/**
 * The contracts of this package as a module: typed, without access to files. A bundle contains only those that it uses.
 * @module builtin
 */
import { contractsFrom, openContracts } from './catalog/built-in/built-in-contracts.ts'
import * as schemas from './catalog/built-in/schemas.ts'
import type { Contract, Contracts } from './catalog/contracts.ts'
import type { ContractTypes } from './types/contract-types.ts'

/** @param list the schema of the contract, and those that it refers to */
const contract = <Id extends string>(id: Id, ...list: Parameters<typeof contractsFrom>[0]) =>
  contractsFrom(list).get(id)

export const adrV1 = /* @__PURE__ */ contract('adr.v1', schemas.adrV1)
export const complianceCheckV1 = /* @__PURE__ */ contract(
  'compliance-check.v1',
  schemas.complianceCheckV1,
  schemas.findingV1,
)
export const estimateV1 = /* @__PURE__ */ contract('estimate.v1', schemas.estimateV1)
export const factV1 = /* @__PURE__ */ contract('fact.v1', schemas.factV1)
export const findingV1 = /* @__PURE__ */ contract('finding.v1', schemas.findingV1)
export const handoffV1 = /* @__PURE__ */ contract('handoff.v1', schemas.handoffV1)
export const planV1 = /* @__PURE__ */ contract('plan.v1', schemas.planV1)
export const requirementV1 = /* @__PURE__ */ contract('requirement.v1', schemas.requirementV1)
export const reviewV1 = /* @__PURE__ */ contract('review.v1', schemas.reviewV1, schemas.findingV1)
export const riskV1 = /* @__PURE__ */ contract('risk.v1', schemas.riskV1)
export const trackerItemV1 = /* @__PURE__ */ contract('tracker-item.v1', schemas.trackerItemV1)

/** All contracts of this package. */
export const contracts: Contracts = /* @__PURE__ */ openContracts() satisfies [Missing] extends [never]
  ? Contracts
  : Missing

type Written =
  | typeof adrV1
  | typeof complianceCheckV1
  | typeof estimateV1
  | typeof factV1
  | typeof findingV1
  | typeof handoffV1
  | typeof planV1
  | typeof requirementV1
  | typeof reviewV1
  | typeof riskV1
  | typeof trackerItemV1

/** The ids of contracts that this module lacks, which does not compile. */
type Missing = {
  [Id in keyof ContractTypes]: Contract<ContractTypes[Id]> extends Written ? never : Id
}[keyof ContractTypes]
