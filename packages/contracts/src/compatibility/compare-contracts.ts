import type { Contracts } from '../catalog/contracts.ts'
import { SchemaError } from '../schema/schema-error.ts'
import { type Change, type CompareOptions, compareSchemas } from './compare-schemas.ts'

/** A change of one contract, by which an artifact that was valid is, or may be, valid no more. */
export interface ContractChange extends Omit<Change, 'after'> {
  /** Id of the contract. */
  readonly contract: string
  /** Where the rule stands in the new contract; absent where there is none any more. */
  readonly after?: string
}

/**
 * Compares every contract of a directory with what it has become: a contract that is gone breaks its producers, a new
 * one breaks nobody, and a change of one is judged for those that refer to it too.
 * @throws {SchemaError} where a new contract cannot be used.
 */
export function compareContracts(
  before: Contracts,
  after: Contracts,
  options: CompareOptions = {},
): ContractChange[] {
  return before.ids.flatMap((contract) =>
    changesOf(contract, before, after, options).map((change) => ({ contract, ...change })),
  )
}

function changesOf(
  id: string,
  before: Contracts,
  after: Contracts,
  options: CompareOptions,
): Omit<ContractChange, 'contract'>[] {
  if (!after.ids.includes(id)) return [{ verdict: 'breaking', path: '', message: 'the contract is gone' }]
  const young = after.get(id)
  try {
    return compareSchemas(before.get(id), young, options)
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return [{ verdict: 'unknown', path: '', message: `the old contract cannot be used: ${error.message}` }]
  }
}
