import {
  type Contracts,
  formatProblem,
  SchemaError,
  validateArtifact,
  type Verdict,
} from '@workbench/contracts'
import { adviceOn, type Advice, deliverableAdvice, type WorkingArea } from '@workbench/workspace'

/** The verdict on the text of an artifact, and advice if it is valid. */
export interface ValidatedText {
  readonly schema: string | undefined
  readonly verdict: Verdict
  readonly advice: readonly Advice[]
}

/** Validates the text of an artifact. An error says why its contract cannot be used. */
export type ValidateText = (text: string | Uint8Array) => ValidatedText | { readonly error: string }

interface ValidatorOptions {
  readonly id: string | undefined
  /** The working area that artifacts refer to. */
  readonly area: WorkingArea
  /** Whether the advice contains the state of the deliverables of handoffs. */
  readonly hasDeliverables: boolean
}

/**
 * Validates against one contract or, without an id, against the contract that each artifact names. Valid artifacts get
 * advice.
 * @throws {UnknownContractError | SchemaError} if the contract with this id cannot be used.
 */
export function artifactValidator(
  contracts: Contracts,
  { id, area, hasDeliverables }: ValidatorOptions,
): ValidateText {
  if (id !== undefined) contracts.get(id)
  return (text) => {
    try {
      const { id: schema, verdict, value } = validateArtifact(contracts, text, id)
      if (!verdict.valid || schema === undefined) return { schema, verdict, advice: [] }
      const deliverables = hasDeliverables ? deliverableAdvice(value, { root: area.root, contracts }) : []
      return { schema, verdict, advice: [...adviceOn(schema, value, area), ...deliverables] }
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error
      return { error: describeUnusableContract(error) }
    }
  }
}

export const describeUnusableContract = ({ problems }: SchemaError): string =>
  `its contract cannot be used: ${problems.map(formatProblem).join('; ')}`
