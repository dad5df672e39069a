import {
  type Contracts,
  formatProblem,
  type HandoffV1,
  SchemaError,
  validateArtifact,
  type Verdict,
} from '@workbench/contracts'
import {
  adviceOn,
  type Advice,
  deliverableAdvice,
  HANDOFF_CONTRACT,
  type WorkingArea,
} from '@workbench/workspace'

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
  const contract = id === undefined ? undefined : contracts.get<string>(id)
  return (text) => {
    const result = contract
      ? { schema: id, verdict: contract.validateText(text) }
      : validateNamed(contracts, text)
    if ('error' in result) return result
    const { schema, verdict } = result
    if (!verdict.valid || schema === undefined) return { schema, verdict, advice: [] }
    const artifact: unknown = JSON.parse(typeof text === 'string' ? text : Buffer.from(text).toString())
    const deliverables =
      hasDeliverables && schema === HANDOFF_CONTRACT
        ? deliverableAdvice(artifact as HandoffV1, { root: area.root, contracts })
        : []
    return { schema, verdict, advice: [...adviceOn(schema, artifact, area), ...deliverables] }
  }
}

function validateNamed(
  contracts: Contracts,
  text: string | Uint8Array,
): { readonly schema: string | undefined; readonly verdict: Verdict } | { readonly error: string } {
  try {
    const { id, verdict } = validateArtifact(contracts, text)
    return { schema: id, verdict }
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return { error: describeUnusableContract(error) }
  }
}

export const describeUnusableContract = ({ problems }: SchemaError): string =>
  `its contract cannot be used: ${problems.map(formatProblem).join('; ')}`
