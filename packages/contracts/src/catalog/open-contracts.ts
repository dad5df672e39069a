import type { ValidatorOptions } from '../validator/validator.ts'
import { type Contracts, contractsIn } from './contracts.ts'
import { findSchemaDirectory, type DiscoveryOptions } from './schema-directory.ts'

/**
 * Opens the contracts of a directory: the one named, else `WORKBENCH_SCHEMAS`, else `plugins/workbench-core/schemas` of
 * the nearest ancestor of the current directory that has it, else the ones inside this package. Open them again to
 * see a directory that has changed.
 * @throws {ContractDirectoryError} where the directory cannot be listed.
 */
export function openContracts(options: Partial<DiscoveryOptions> & ValidatorOptions = {}): Contracts {
  // A program that calls this without options has no main of ours that could have passed these in.
  // eslint-disable-next-line no-restricted-globals
  const { directory, env = process.env, cwd = process.cwd(), ...rest } = options
  return contractsIn(findSchemaDirectory({ directory, env, cwd }), rest)
}
