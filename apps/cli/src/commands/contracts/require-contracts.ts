import type { Contracts } from '@workbench/contracts'

import { CannotRun } from '../../exit-status.ts'

/**
 * A check of no contracts would always succeed.
 * @throws {CannotRun} if the directory contains no contract files.
 */
export function requireContracts(contracts: Contracts): Contracts {
  if (contracts.ids.length > 0 || contracts.list().length > 0) return contracts
  throw new CannotRun(`There are no contract files (*.schema.json) in ${contracts.directory}`)
}
