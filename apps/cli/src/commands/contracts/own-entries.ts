import type { ContractEntry, Contracts } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

/** The contract files in the directory, without the built-in ones beside them. */
export const ownEntries = ({ directory, list }: Contracts): ContractEntry[] =>
  list().filter((entry) => entry.directory === directory)

/** How many contracts come from where, for example `1 contract in schemas, 11 built in`. */
export function countContracts({ directory }: Contracts, entries: readonly ContractEntry[]): string {
  const own = entries.filter((entry) => entry.directory === directory).length
  const others = own === entries.length ? '' : `, ${entries.length - own} built in`
  return `${pluralize(own, 'contract')} in ${directory}${others}`
}
