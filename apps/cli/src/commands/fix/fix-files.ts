import {
  type Contracts,
  type Contract,
  escapeText,
  fixText,
  formatViolations,
  openContracts,
  pluralize,
  readFile,
  SchemaError,
  UnreadableFileError,
  validateArtifact,
  type Verdict,
} from '@workbench/contracts'
import { replaceFile, WorkingAreaError } from '@workbench/workspace'

import type { CommandContext } from '../../context.ts'
import { CannotRun, type ExitStatus } from '../../exit-status.ts'
import { diffOf } from '../../output/diff.ts'
import { writeError, writeText } from '../../output/write.ts'
import { absolutePath, kindOfPath, rejectEmptyPaths } from '../../paths.ts'
import { describeUnusableContract } from '../validate/artifact-validator.ts'
import { isContract, STDIN } from '../validate/request.ts'
import { countOf, describeFix, describeUnknown } from './describe-fix.ts'

interface FixRequest {
  /** The contract id, if the first word is one, and the paths of the files. */
  readonly words: readonly string[]
  /** Directory of the contracts; undefined to search for it. */
  readonly directory: string | undefined
  /** Whether fixed artifacts are written to their files. */
  readonly write: boolean
}

/** Fixes files one by one. A file that cannot be fixed does not stop the others. */
export function fixFiles({ words, directory, write }: FixRequest, context: CommandContext): ExitStatus {
  rejectEmptyPaths(words)
  const contracts = openContracts({ directory, env: context.env, cwd: context.cwd })
  const [first = ''] = words
  const contract = isContract(first, words.length === 1, context.cwd)
    ? contracts.get<string>(first)
    : undefined
  const files = contract ? words.slice(1) : words
  if (files.length === 0) throw new CannotRun('Name a file to fix')
  const statuses = files.map((file) => {
    try {
      return fixFile(file, contract, contracts, write, context)
    } catch (error) {
      writeError(context.stderr, `cannot fix ${file}: ${reasonOf(error)}`)
      return 2
    }
  })
  return statuses.includes(2) ? 2 : statuses.includes(1) ? 1 : 0
}

function fixFile(
  file: string,
  named: Contract | undefined,
  contracts: Contracts,
  write: boolean,
  { cwd, stdout }: CommandContext,
): ExitStatus {
  const path = absolutePath(file, cwd)
  const { bytes } = readNamedFile(file, cwd)
  const print = (line: string) => {
    writeText(stdout, `${line}\n`)
  }
  const { id, verdict: before } = validateBefore(bytes, named, contracts)
  if (id === undefined) {
    for (const line of describeUnknown(file, before)) print(escapeText(line))
    return 1
  }
  const { text, original, verdict } = fixText(contracts.get(id), bytes)
  if (text === original) {
    print(
      verdict.valid ? `${escapeText(file)} is a valid ${id}` : `${escapeText(file)}: nothing can be fixed`,
    )
  } else {
    for (const line of diffOf(file, original, text)) print(escapeText(line))
    if (write) replaceFile(path, text, bytes)
    print(escapeText(describeFix(file, before, verdict, write)))
  }
  if (verdict.valid) return 0
  print(`${pluralize(countOf(verdict), 'violation')} of ${id} must be fixed by hand:`)
  print(formatViolations(verdict.violations, { limit: Infinity, more: verdict.more }))
  return 1
}

/** @throws for an error that does not concern the file */
function reasonOf(error: unknown): string {
  if (error instanceof SchemaError) return describeUnusableContract(error)
  if (error instanceof UnreadableFileError || error instanceof WorkingAreaError) return error.message
  throw error
}

/** @throws {UnreadableFileError} also for standard input and for a pattern, which `validate` takes. */
function readNamedFile(file: string, cwd: string): { readonly bytes: Uint8Array } {
  if (file === STDIN)
    throw new UnreadableFileError(
      'standard input cannot be fixed; name a file, or ./- for one with this name',
    )
  if (/[*?[\]{}]/.test(file) && kindOfPath(file, cwd) === undefined)
    throw new UnreadableFileError('no such file; fix takes no patterns, so leave out the quotes')
  return readFile(absolutePath(file, cwd))
}

/** The id is that of the contract to fix the artifact for; undefined if it is not known. */
function validateBefore(
  bytes: Uint8Array,
  named: Contract | undefined,
  contracts: Contracts,
): { readonly id: string | undefined; readonly verdict: Verdict } {
  if (named) return { id: named.id, verdict: named.validateText(bytes) }
  const { id, meant, verdict } = validateArtifact(contracts, bytes)
  return { id: id ?? meant, verdict }
}
