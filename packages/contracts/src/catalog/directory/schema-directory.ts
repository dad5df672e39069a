import { readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { CONTRACT_FILE_EXTENSION } from '../contract-id.ts'
import { ContractDirectoryError } from '../errors.ts'

/** Input of the search for the schema directory. */
export interface DiscoveryOptions {
  /** Schema directory, absolute or relative to `cwd`; takes precedence over `WORKBENCH_SCHEMAS` and the search. */
  readonly directory?: string | undefined
  /** Environment variables. `WORKBENCH_SCHEMAS` is read. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The search starts in this directory and continues in its parents. */
  readonly cwd: string
}

/** Schema directory of a project, relative to its root. */
const PROJECT_SCHEMA_DIRECTORY = join('plugins', 'workbench-core', 'schemas')

/**
 * Returns the first of: `directory`; `WORKBENCH_SCHEMAS`; `plugins/workbench-core/schemas` in `cwd` or its nearest
 * ancestor that has it. Undefined if there is none.
 */
export function findSchemaDirectory({ directory, env, cwd }: DiscoveryOptions): string | undefined {
  const configured = [directory, env['WORKBENCH_SCHEMAS']].find((path) => path !== undefined && path !== '')
  if (configured !== undefined) return resolve(cwd, configured)
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const candidate = join(folder, PROJECT_SCHEMA_DIRECTORY)
    if (isDirectory(candidate)) return candidate
    if (folder === dirname(folder)) return undefined
  }
}

/**
 * Returns the names of the contract files in a directory, sorted.
 * @throws {ContractDirectoryError} if the directory cannot be listed.
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
