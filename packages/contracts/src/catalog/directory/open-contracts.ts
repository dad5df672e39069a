import { existsSync } from 'node:fs'

import { packagedContracts } from '../../packaged-contracts.ts'
import type { ValidatorOptions } from '../../validator/validator.ts'
import { builtInSource } from '../built-in/built-in-contracts.ts'
import { type Contracts, type ContractSource, contractsOf } from '../contracts.ts'
import { readContractFile } from './read-contract-file.ts'
import { readExample } from './read-example.ts'
import { findSchemaDirectory, type DiscoveryOptions, listContractFiles } from './schema-directory.ts'

/**
 * Opens the contracts of a directory, which is the first of: `directory`; the environment variable `WORKBENCH_SCHEMAS`;
 * `plugins/workbench-core/schemas` in the current directory or its nearest ancestor that has it. A contract there hides the
 * built-in one of the same id; the other built-in ones are known, too. In a bundle, which has no files beside it, the
 * built-in ones are those of `@workbench/contracts/builtin`. Changes of the directory take effect only when it is opened
 * again.
 * @throws {ContractDirectoryError} if the directory cannot be listed.
 */
export function openContracts(options: Partial<DiscoveryOptions> & ValidatorOptions = {}): Contracts {
  // Programs that use only the library call this without options, so the defaults come from the process.
  // oxlint-disable-next-line no-restricted-globals
  const { directory, env = process.env, cwd = process.cwd(), ...rest } = options
  const packaged = packagedContracts()
  const builtIn = packaged !== undefined && existsSync(packaged) ? directorySource(packaged) : builtInSource()
  const found = findSchemaDirectory({ directory, env, cwd })
  const own = found === undefined || found === packaged ? builtIn : directorySource(found)
  return contractsOf(own, builtIn, rest)
}

/** A file is read when it is first used. */
const directorySource = (directory: string): ContractSource => ({
  directory,
  files: listContractFiles(directory),
  read: (file) => readContractFile(directory, file),
  example: (id) => readExample(directory, id),
})
