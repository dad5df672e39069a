import { compareContracts, type ContractChange } from '@workbench/compatibility'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { type Contracts, openContracts, parseContractId } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import { defineCommand, flag, text } from '../../command-line/define-command.ts'
import { CannotRun } from '../../exit-status.ts'
import { writeText } from '../../output/write.ts'
import { CHANGE_FORMAT_OPTION } from '../format-option.ts'
import { isAcknowledged, readAcknowledgements } from './acknowledgements.ts'
import { openRepository, type Repository } from './repository.ts'
import { requireOwnDirectory } from './own-contracts.ts'
import { writeChanges } from './write-changes.ts'

/**
 * Compares the contracts in the working tree with earlier versions in git. Returns 1 if a change is breaking, or unknown
 * and not acknowledged.
 */
export const command = defineCommand({
  describe: 'Exit with 1 if a contract rejects an artifact that was valid before',
  options: {
    against: text('Git commit, branch or tag; compares with the last commit that HEAD has in common with it'),
    history: flag('Compare with every version in the git history'),
    'old-directory': {
      type: 'string',
      array: true,
      nargs: 1,
      default: [],
      describe:
        'Where the contracts were before they were moved, or their directory itself if it is new; can be repeated',
    },
    format: CHANGE_FORMAT_OPTION,
  },
  examples: [['$0 contracts gate --against origin/main', 'Check a pull request']],
  run: ({ schemas, against, history, 'old-directory': oldDirectories, format }, context) => {
    if (against === undefined && !history)
      throw new CannotRun('Name what to compare with: either --against <git ref> or --history')
    if (against !== undefined && history)
      throw new CannotRun('Use either --against <git ref> or --history, not both')
    const { env, cwd } = context
    const after = requireOwnDirectory(openContracts({ directory: schemas, env, cwd }))
    const { directory } = after
    const old = oldDirectories.map((path) => resolve(cwd, path))
    const repository = openRepository(directory, old, context)
    const versions = against === undefined ? repository.versions() : [repository.mergeBase(against)]
    if (versions.length === 0) throw new CannotRun(`The git history has no contracts of ${directory}`)
    const acknowledgements = readAcknowledgements(directory)
    const changes = versions
      .flatMap((commit) => changesSince(commit, repository, after))
      .filter((change) => !isAcknowledged(change, acknowledgements))
    const distinct = [...new Map(changes.map((change) => [keyOf(change), change])).values()]
    const since = against ?? `${pluralize(versions.length, 'version')} in its history`
    const request = { format, compared: `${directory} since ${since}`, directory }
    const status = writeChanges(distinct, request, context)
    if (format !== 'json') for (const line of nextSteps(distinct)) writeText(context.stdout, `${line}\n`)
    return status
  },
})

/** What to do about the changes. */
function* nextSteps(changes: readonly ContractChange[]): Generator<string> {
  const breaking = changes.find(({ verdict }) => verdict === 'breaking')
  const id = parseContractId(breaking?.contract ?? '')
  if (id !== undefined)
    yield `Restore what the contract accepted, and make the change in a new version: workbench contracts new ${id.noun} --major ${id.major + 1}`
  if (changes.some(({ verdict }) => verdict === 'unknown'))
    yield 'Review each unknown change; if it is harmless, list it in acknowledged.json beside the contracts with its contract, after, message and a reason'
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
