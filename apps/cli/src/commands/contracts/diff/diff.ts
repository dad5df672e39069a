import { statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

import {
  compareContracts,
  compareSchemas,
  type Contract,
  type ContractChange,
  openContracts,
} from '@workbench/contracts'

import { CannotRun, type ExitStatus } from '../../../exit-status.ts'
import type { CommandContext } from '../../../context.ts'
import { type ChangeFormat, verdictOf } from '../change-verdict.ts'
import { sampleStrings } from '../sample-strings.ts'
import { writeChanges } from '../write-changes.ts'

export interface DiffRequest {
  /** A contract file or a directory of them, from the current directory. */
  readonly old: string
  readonly young: string
  readonly format: ChangeFormat
}

/** Compares two contract files, or all those of two directories. */
export function diff({ old, young, format }: DiffRequest, context: CommandContext): ExitStatus {
  const [before, after] = [resolve(context.cwd, old), resolve(context.cwd, young)]
  const changes =
    isDirectory(before) && isDirectory(after) ? directories(before, after) : files(before, after)
  const directory = isDirectory(after) ? after : dirname(after)
  writeChanges(changes, { format, compared: `${old} → ${young}`, directory }, context)
  return verdictOf(changes) === 'compatible' ? 0 : 1
}

function directories(before: string, after: string): ContractChange[] {
  return compareContracts(openContracts({ directory: before }), openContracts({ directory: after }), {
    sampleStrings,
  })
}

function files(before: string, after: string): ContractChange[] {
  const [old, young] = [contractAt(before), contractAt(after)]
  return compareSchemas(old, young, { sampleStrings }).map((change) => ({ contract: young.id, ...change }))
}

/** The contract in a file; those that it refers to stand beside it. */
function contractAt(path: string): Contract {
  if (isDirectory(path)) throw new CannotRun(`Compare two files or two directories; ${path} is a directory`)
  const id = basename(path).replace(/\.schema\.json$/, '')
  if (`${id}.schema.json` !== basename(path))
    throw new CannotRun(`${path} is not named <noun>.v<major>.schema.json`)
  return openContracts({ directory: dirname(path) }).get(id)
}

function isDirectory(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) throw new CannotRun(`There is no ${path}`)
  return stat.isDirectory()
}
