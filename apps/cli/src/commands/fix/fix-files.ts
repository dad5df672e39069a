import { resolve } from 'node:path'

import {
  type Contracts,
  type Contract,
  describeFsError,
  escapeText,
  fixText,
  formatViolations,
  openContracts,
  pluralize,
  readFile,
  UnreadableFileError,
  validateArtifact,
} from '@workbench/contracts'
import { replaceFile, WorkingAreaError } from '@workbench/workspace'

import type { CommandContext } from '../../context.ts'
import { CannotRun, type ExitStatus } from '../../exit-status.ts'
import { diffOf } from '../../output/diff.ts'
import { writeError, writeText } from '../../output/write.ts'

interface FixRequest {
  /** The contract id, if the first word is one, and the paths of the files. */
  readonly words: readonly string[]
  /** Directory of the contracts; undefined to search for it. */
  readonly directory: string | undefined
  /** Whether fixed artifacts are written to their files. */
  readonly write: boolean
}

/** Fixes files one by one. A file that cannot be read or written does not stop the others. */
export function fixFiles({ words, directory, write }: FixRequest, context: CommandContext): ExitStatus {
  const contracts = openContracts({ directory, env: context.env, cwd: context.cwd })
  const [first = ''] = words
  const id = /^[a-z][a-z0-9-]*\.v\d+$/.test(first) ? first : undefined
  const contract = id === undefined ? undefined : contracts.get(id)
  const files = contract ? words.slice(1) : words
  if (files.length === 0) throw new CannotRun('Name a file to fix')
  const statuses = files.map((file) => {
    try {
      return fixFile(file, contract, contracts, write, context)
    } catch (error) {
      if (!(error instanceof UnreadableFileError || error instanceof WorkingAreaError)) throw error
      writeError(context.stderr, `cannot fix ${file}: ${describeFsError(error)}`)
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
  const path = resolve(cwd, file)
  const { bytes } = readFile(path)
  const print = (line: string) => {
    writeText(stdout, `${line}\n`)
  }
  const { id } = named ?? validateArtifact(contracts, bytes)
  if (id === undefined) {
    print(
      `${escapeText(file)} cannot be fixed: its schema member names no known contract; name the contract, as in`,
    )
    print(`  workbench fix <schema_id> ${escapeText(file)}`)
    return 1
  }
  const { text, original, verdict } = fixText(contracts.get(id), bytes)
  if (text === original) {
    print(
      verdict.valid ? `${escapeText(file)} is a valid ${id}` : `${escapeText(file)}: nothing can be fixed`,
    )
  } else {
    for (const line of diffOf(file, original, text)) print(escapeText(line))
    if (write) replaceFile(path, text)
    print(`${escapeText(file)} ${write ? 'was fixed' : 'can be fixed; run the command with --write'}`)
  }
  if (verdict.valid) return 0
  const count = verdict.violations.length + (verdict.more ?? 0)
  print(`${pluralize(count, 'violation')} of ${id} must be fixed by hand:`)
  print(formatViolations(verdict.violations, { limit: Infinity, more: verdict.more }))
  return 1
}
