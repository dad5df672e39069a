import { readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { packagedContracts } from '../packaged-contracts.ts'
import { ContractDirectoryError } from './errors.ts'
import { CONTRACT_FILE_EXTENSION } from './contract-id.ts'

/** Where a search for the schema directory begins. */
export interface DiscoveryOptions {
  /** A directory that was named outright. */
  readonly directory?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

/** Where a project keeps its contracts. */
const PROJECT_SCHEMA_DIRECTORY = join('plugins', 'workbench-core', 'schemas')

/**
 * The directory that holds the contracts: the one named, else `WORKBENCH_SCHEMAS`, else that of the nearest ancestor
 * of the current directory that has one, else the one inside this package.
 */
export function findSchemaDirectory({ directory, env, cwd }: DiscoveryOptions): string {
  const named = [directory, env['WORKBENCH_SCHEMAS']].find((path) => path !== undefined && path !== '')
  if (named !== undefined) return resolve(cwd, named)
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (isDirectory(join(folder, PROJECT_SCHEMA_DIRECTORY))) return join(folder, PROJECT_SCHEMA_DIRECTORY)
    if (folder === dirname(folder)) return packagedContracts()
  }
}

/**
 * The names of the contract files in a directory, sorted.
 * @throws {ContractDirectoryError} where the directory cannot be listed.
 */
export function listContractFiles(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith(CONTRACT_FILE_EXTENSION))
      .sort()
  } catch (cause) {
    throw new ContractDirectoryError(directory, cause)
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
