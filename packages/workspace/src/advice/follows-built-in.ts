import { type Contracts, type ContractTypes, openContracts } from '@workbench/contracts'

let builtIn: Contracts | undefined

/**
 * Whether a valid artifact has the members of the built-in contract: a project's own contract can have the same id and
 * others.
 */
export function followsBuiltIn<Id extends keyof ContractTypes>(
  contracts: Contracts,
  id: Id,
  artifact: unknown,
): artifact is ContractTypes[Id] {
  if (contracts.areBuiltIn || !contracts.ownIds.includes(id)) return true
  builtIn ??= openContracts({ env: {}, cwd: '/' })
  return builtIn.get<string>(id).is(artifact)
}
