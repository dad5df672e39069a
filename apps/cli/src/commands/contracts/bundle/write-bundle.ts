import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { bundleContracts, escapeText, openContracts, pluralize } from '@workbench/contracts'

import type { CommandContext } from '../../../context.ts'
import type { ExitStatus } from '../../../exit-status.ts'
import { readIfExists } from '../../../output/read-if-exists.ts'
import { writeError, writeText } from '../../../output/write.ts'
import { rejectEmptyPaths } from '../../../paths.ts'
import { requireContracts } from '../require-contracts.ts'

interface BundleRequest {
  /** Directory of the contracts; undefined to search for it. */
  readonly directory: string | undefined
  /** Output file, relative to the current directory. */
  readonly file: string
  /** Whether to compare the file instead of writing it. */
  readonly check: boolean
}

/**
 * Writes the schema of {@link bundleContracts} to a file. With `check`, writes nothing: returns 1 if the file has another
 * content.
 */
export function writeBundle(
  { directory, file, check }: BundleRequest,
  { stdout, stderr, env, cwd }: CommandContext,
): ExitStatus {
  rejectEmptyPaths([file])
  const contracts = requireContracts(openContracts({ directory, env, cwd }))
  const text = `${JSON.stringify(bundleContracts(contracts), null, 2)}\n`
  const path = resolve(cwd, file)
  if (check) {
    if (readIfExists(path) === text) return 0
    const option = directory === undefined ? '' : ` --schemas ${directory}`
    writeError(stderr, `${file} is out of date`)
    writeError(stderr, `write it with workbench contracts bundle${option} ${file}`)
    return 1
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  writeText(stdout, `${pluralize(contracts.ids.length, 'contract')} in ${escapeText(file)}\n`)
  return 0
}
