import { type Contracts, SchemaError } from '@workbench/contracts/internal'
import { type Change, compareSchemas } from './compare-schemas.ts'

/** A change of a contract that invalidates, or may invalidate, artifacts that were valid. */
export interface ContractChange extends Omit<Change, 'after'> {
  /** Id of the contract. */
  readonly contract: string
  /** Location of the keyword in the new contract; absent if the contract was removed. */
  readonly after?: string
}

/**
 * Compares every contract of a directory with its new version, but not the built-in ones beside them. A removed contract
 * is a breaking change, an added one is none. A change of a file is also reported for every contract that refers to the file with `$ref`.
 * @throws {SchemaError} if a new contract cannot be used.
 */
export function compareContracts(before: Contracts, after: Contracts): ContractChange[] {
  return before.ownIds.flatMap((contract) =>
    changesOf(contract, before, after).map((change) => ({ contract, ...change })),
  )
}

function changesOf(id: string, before: Contracts, after: Contracts): Omit<ContractChange, 'contract'>[] {
  if (!after.ownIds.includes(id))
    return [{ verdict: 'breaking', path: '', message: 'the contract was removed' }]
  const newContract = after.get(id)
  try {
    return compareSchemas(before.get(id), newContract)
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return [{ verdict: 'unknown', path: '', message: `the old contract cannot be used: ${error.message}` }]
  }
}
