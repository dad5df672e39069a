import type { ValidatorOptions } from '../../validator/validator.ts'
import { type ContractSource, type Contracts, contractsOf } from '../contracts.ts'
import * as schemas from './schemas.ts'

/**
 * Opens the contracts of this package, in a browser, a worker or a bundle: without access to files, and without their
 * written examples.
 * @throws {TypeError} if a `directory` is given, because there is no access to files.
 */
export function openContracts(options: ValidatorOptions & { readonly directory?: string } = {}): Contracts {
  const { directory, ...rest } = options
  if (directory !== undefined)
    throw new TypeError(
      `Cannot list the contracts in ${directory}: this build of @workbench/contracts has no access to files; omit \`directory\`, or import it in Node.js`,
    )
  const source = builtInSource()
  return contractsOf(source, source, rest)
}

/** The contracts of this package, without their written examples. */
export const builtInSource = (): ContractSource => sourceOf(Object.values(schemas))

/** The contracts with these schemas, whose `$id` is the name of the file. */
export function contractsFrom(list: readonly { readonly $id: string }[]): Contracts {
  const source = sourceOf(list)
  return contractsOf(source, source)
}

function sourceOf(list: readonly { readonly $id: string }[]): ContractSource {
  const byFile = new Map(list.map((schema) => [schema.$id, schema]))
  return {
    directory: '@workbench/contracts',
    files: Array.from(byFile.keys()).sort(),
    read: (file) => ({ file, schema: byFile.get(file) }),
    example: () => undefined,
  }
}
