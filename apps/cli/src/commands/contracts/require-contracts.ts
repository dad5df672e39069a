import type { Contracts } from '@workbench/contracts'

import { CannotRun } from '../../exit-status.ts'
import { ownEntries } from './own-entries.ts'

/**
 * A check of no contracts would always succeed, and a directory without contracts is a wrong one.
 * @throws {CannotRun} if the directory contains no contract files.
 */
export function requireContracts(contracts: Contracts): Contracts {
  if (ownEntries(contracts).length > 0) return contracts
  throw new CannotRun(`There are no contract files (*.schema.json) in ${contracts.directory}`)
}

/** @throws {CannotRun} if all contracts are built in. */
export function requireOwnDirectory(contracts: Contracts): Contracts {
  if (!contracts.areBuiltIn) return contracts
  throw new CannotRun('This project has no contracts of its own; name a directory with --schemas')
}
