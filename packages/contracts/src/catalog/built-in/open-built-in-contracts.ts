import type { ValidatorOptions } from '../../validator/validator.ts'
import type { Contracts } from '../contracts.ts'
import { builtInContracts } from './built-in-contracts.ts'

/**
 * Opens the contracts of this package, in a browser or a worker.
 * @throws {TypeError} if a `directory` is given, because there is no access to files.
 */
export function openContracts(options: ValidatorOptions & { readonly directory?: string } = {}): Contracts {
  const { directory, ...rest } = options
  if (directory !== undefined)
    throw new TypeError(
      `Cannot list the contracts in ${directory}: this build of @workbench/contracts has no access to files; omit \`directory\`, or import it in Node.js`,
    )
  return builtInContracts(rest)
}
