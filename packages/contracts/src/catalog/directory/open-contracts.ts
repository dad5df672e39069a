import { packagedContracts } from '../../packaged-contracts.ts'
import type { ValidatorOptions } from '../../validator/validator.ts'
import { openContracts as openBuiltInContracts } from '../built-in/built-in-contracts.ts'
import { contractIdOf } from '../contract-id.ts'
import { type Contracts, contractsOf } from '../contracts.ts'
import { readContractFile } from './read-contract-file.ts'
import { readExample } from './read-example.ts'
import { findSchemaDirectory, type DiscoveryOptions, listContractFiles } from './schema-directory.ts'

/**
 * Opens the contracts of a directory, which is the first of: `directory`; the environment variable `WORKBENCH_SCHEMAS`;
 * `plugins/workbench-core/schemas` in the current directory or its nearest ancestor that has it; the contracts inside
 * this package. In a bundle, which has no files beside it, the last are those of `@workbench/contracts/builtin`. Changes
 * of the directory take effect only when it is opened again.
 * @throws {ContractDirectoryError} if the directory cannot be listed.
 */
export function openContracts(options: Partial<DiscoveryOptions> & ValidatorOptions = {}): Contracts {
  // Programs that use only the library call this without options, so the defaults come from the process.
  // oxlint-disable-next-line no-restricted-globals
  const { directory, env = process.env, cwd = process.cwd(), ...rest } = options
  const found = findSchemaDirectory({ directory, env, cwd })
  return found === undefined ? openBuiltInContracts(rest) : contractsIn(found, rest)
}

/** A file is read when it is first used. */
function contractsIn(directory: string, options: ValidatorOptions): Contracts {
  const packaged = packagedContracts()
  const files = listContractFiles(directory)
  return contractsOf(
    {
      directory,
      areBuiltIn: directory === packaged,
      missingBuiltIn: () =>
        (packaged === undefined ? [] : listContractFiles(packaged))
          .filter((file) => !files.includes(file))
          .map(contractIdOf),
      files,
      read: (file) => readContractFile(directory, file),
      example: (id) => readExample(directory, id),
    },
    options,
  )
}
