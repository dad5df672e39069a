import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import {
  compareContracts,
  type ContractChange,
  type Contracts,
  openContracts,
  parseContractId,
  pluralize,
} from '@workbench/contracts'

import { CannotRun, type ExitStatus } from '../../../exit-status.ts'
import type { CommandContext } from '../../../context.ts'
import { type ChangeFormat, verdictOf } from '../change-verdict.ts'
import { writeText } from '../../../output/write.ts'
import { writeChanges } from '../write-changes.ts'
import { isAcknowledged, readAcknowledgements } from './acknowledgements.ts'
import { openRepository, type Repository } from './repository.ts'

interface GateRequest {
  /** Directory of the contracts; undefined to search for it. */
  readonly directory: string | undefined
  /** Commit, branch or tag; undefined to compare with every version in the history. */
  readonly against: string | undefined
  /** File that lists acknowledged changes; undefined for `acknowledged.json` in the contract directory. */
  readonly acknowledged: string | undefined
  readonly format: ChangeFormat
}

/**
 * Compares the contracts in the working tree with earlier versions in git. Returns 1 if a change is breaking, or unknown
 * and not acknowledged.
 */
export function gate(
  { directory, against, acknowledged, format }: GateRequest,
  context: CommandContext,
): ExitStatus {
  const after = openContracts({ directory, env: context.env, cwd: context.cwd })
  if (after.areBuiltIn)
    throw new CannotRun('This project has no contracts of its own; name a directory with --schemas')
  const repository = openRepository(after.directory, context.env)
  const versions = against === undefined ? repository.versions() : [repository.resolve(against)]
  if (versions.length === 0) throw new CannotRun(`The git history has no contracts of ${after.directory}`)
  const acknowledgements = readAcknowledgements(acknowledged, after.directory, context.cwd)
  const changes = versions
    .flatMap((commit) => changesSince(commit, repository, after))
    .filter((change) => !isAcknowledged(change, acknowledgements))
  const distinct = [...new Map(changes.map((change) => [keyOf(change), change])).values()]
  const compared = `${after.directory} since ${against ?? `${pluralize(versions.length, 'version')} in its history`}`
  writeChanges(distinct, { format, compared, directory: after.directory }, context)
  if (format !== 'json') for (const line of nextSteps(distinct)) writeText(context.stdout, `${line}\n`)
  return verdictOf(distinct) === 'compatible' ? 0 : 1
}

/** What to do about the changes. */
function nextSteps(changes: readonly ContractChange[]): string[] {
  const breaking = changes.find(({ verdict }) => verdict === 'breaking')
  const id = parseContractId(breaking?.contract ?? '')
  return [
    ...(id === undefined
      ? []
      : [
          `Restore what the contract accepted, and make the change in a new version: workbench contracts new ${id.noun} --major ${id.major + 1}`,
        ]),
    ...(changes.some(({ verdict }) => verdict === 'unknown')
      ? [
          'Review each unknown change; if it is harmless, list it in acknowledged.json beside the contracts with its contract, after, message and a reason',
        ]
      : []),
  ]
}

function changesSince(commit: string, repository: Repository, after: Contracts): ContractChange[] {
  const directory = mkdtempSync(join(tmpdir(), 'workbench-contracts-'))
  try {
    const files = repository.contractFiles(commit)
    for (const { name, bytes } of files) writeFileSync(join(directory, name), bytes)
    return compareContracts(openContracts({ directory }), after)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const keyOf = ({ contract, path, message, after = '' }: ContractChange): string =>
  [contract, path, message, after].join('\n')
