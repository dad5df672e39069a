import {
  type Contracts,
  formatProblem,
  SchemaError,
  validateArtifact,
  type Verdict,
} from '@workbench/contracts'

/** Validates the text of an artifact. An error says why its contract cannot be used. */
export type ValidateText = (
  text: string | Uint8Array,
) => { readonly schema: string | undefined; readonly verdict: Verdict } | { readonly error: string }

/**
 * Validates against one contract or, without an id, against the contract that each artifact names.
 * @throws {UnknownContractError | SchemaError} if the contract with this id cannot be used.
 */
export function artifactValidator(contracts: Contracts, id: string | undefined): ValidateText {
  if (id === undefined) return (text) => validateNamed(contracts, text)
  const contract = contracts.get<string>(id)
  return (text) => ({ schema: id, verdict: contract.validateText(text) })
}

function validateNamed(contracts: Contracts, text: string | Uint8Array): ReturnType<ValidateText> {
  try {
    const { id, verdict } = validateArtifact(contracts, text)
    return { schema: id, verdict }
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return { error: `its contract cannot be used: ${error.problems.map(formatProblem).join('; ')}` }
  }
}
