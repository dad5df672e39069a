import { packagedContracts } from '../../packaged-contracts.ts'
import type { ValidatorOptions } from '../../validator/validator.ts'
import { contractIdOf } from '../contract-id.ts'
import { type Contracts, contractsOf } from '../contracts.ts'
import { readContractFile } from './read-contract-file.ts'
import { readExample } from './read-example.ts'
import { listContractFiles } from './schema-directory.ts'

/**
 * The contracts of a directory. A file is read when it is first used.
 * @throws {ContractDirectoryError} if the directory cannot be listed.
 */
export function contractsIn(directory: string, options: ValidatorOptions): Contracts {
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
