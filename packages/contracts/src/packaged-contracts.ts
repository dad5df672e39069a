import { join } from 'node:path'

/**
 * The directory of the contracts in this package. `schemas` is next to this file, and next to the bundle in `dist`.
 * Undefined in a bundle that does not know its location.
 */
export function packagedContracts(): string | undefined {
  const directory = import.meta.dirname as string | undefined
  return directory === undefined ? undefined : join(directory, 'schemas')
}
