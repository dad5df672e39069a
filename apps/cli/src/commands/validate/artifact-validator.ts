import { type Contracts, validateArtifact } from '@workbench/contracts'
import { adviceOn, deliverableAdvice, evidenceAdvice, type WorkingArea } from '@workbench/workspace'

import { fromVerdict, type Result } from '../../reporters/reporter.ts'
import type { ValidateRequest } from './request.ts'

export type ValidatedText = Omit<Result, 'file' | 'bytes' | 'error'>

/**
 * Validates the text of an artifact.
 * @throws {SchemaError} if its contract cannot be used.
 */
export type ValidateText = (text: Uint8Array) => ValidatedText

/**
 * Validates against one contract or, without an id, against the contract that each artifact names. Valid artifacts get
 * advice.
 * @param area the working area that artifacts refer to
 * @throws {UnknownContractError | SchemaError} if the contract with this id cannot be used.
 */
export function artifactValidator(
  { id, deliverables: hasDeliverables = false, evidence: hasEvidence = false }: ValidateRequest,
  contracts: Contracts,
  area: WorkingArea,
): ValidateText {
  if (id !== undefined) contracts.get(id)
  return (text) => {
    const { id: schema, verdict, value } = validateArtifact(contracts, text, id)
    const result = { schema, ...fromVerdict(verdict) }
    if (!verdict.valid || schema === undefined) return result
    const deliverables = hasDeliverables ? deliverableAdvice(value, { root: area.root, contracts }) : []
    const evidence = hasEvidence ? evidenceAdvice(value, { root: area.root, contracts }) : []
    const advice = [...adviceOn(schema, value, area, contracts), ...deliverables, ...evidence]
    return { ...result, ...(advice.length > 0 && { advice }) }
  }
}
