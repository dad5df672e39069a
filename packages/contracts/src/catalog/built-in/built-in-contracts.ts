import type { ValidatorOptions } from '../../validator/validator.ts'
import { type Contracts, contractsOf } from '../contracts.ts'
import * as schemas from './schemas.ts'

/** The contracts of this package, from a module: without access to files, and without their written examples. */
export const builtInContracts = (options: ValidatorOptions = {}): Contracts =>
  contractsFrom(Object.values(schemas), options)

/** The contracts with these schemas, whose `$id` is the name of the file. */
export function contractsFrom(
  list: readonly { readonly $id: string }[],
  options: ValidatorOptions = {},
): Contracts {
  const byFile = new Map(list.map((schema) => [schema.$id, schema]))
  return contractsOf(
    {
      directory: '@workbench/contracts',
      areBuiltIn: true,
      missingBuiltIn: () => [],
      files: Array.from(byFile.keys()).sort(),
      read: (file) => ({ file, schema: byFile.get(file) }),
      example: () => undefined,
    },
    options,
  )
}
