import { type ContractEntry, type Contracts, openContracts } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import type { CommandContext } from '../../context.ts'
import { CannotRun } from '../../exit-status.ts'

/**
 * Opens the contracts of a command.
 * @param directory the value of `--schemas`
 * @throws {CannotRun} if the directory contains no contract files.
 */
export const openOwnContracts = (
  directory: string | undefined,
  { env, cwd }: Pick<CommandContext, 'env' | 'cwd'>,
): Contracts => requireContracts(openContracts({ directory, env, cwd }))

/**
 * A check of no contracts would always succeed, and a directory without contracts is a wrong one.
 * @throws {CannotRun} if the directory contains no contract files.
 */
export function requireContracts(contracts: Contracts): Contracts {
  if (contracts.ownIds.length > 0 || ownEntries(contracts).length > 0) return contracts
  throw new CannotRun(`There are no contract files (*.schema.json) in ${contracts.directory}`)
}

/** @throws {CannotRun} if all contracts are built in. */
export function requireOwnDirectory(contracts: Contracts): Contracts {
  if (!contracts.areBuiltIn) return contracts
  throw new CannotRun('This project has no contracts of its own; name a directory with --schemas')
}

/** The contract files in the directory, without the built-in ones beside them. */
export const ownEntries = ({ directory, list }: Contracts): ContractEntry[] =>
  list().filter((entry) => entry.directory === directory)

/** How many contracts come from where, for example `1 contract in schemas, 11 built in`. */
export function countContracts({ directory }: Contracts, entries: readonly ContractEntry[]): string {
  const own = entries.filter((entry) => entry.directory === directory).length
  const others = own === entries.length ? '' : `, ${entries.length - own} built in`
  return `${pluralize(own, 'contract')} in ${directory}${others}`
}
