import { compareContracts, compareSchemas, type ContractChange } from '@workbench/compatibility'
import { statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

import { type Contract, openContracts } from '@workbench/contracts'

import { defineCommand, requiredArgument } from '../../command-line/define-command.ts'
import { CannotRun } from '../../exit-status.ts'
import { CHANGE_FORMAT_OPTION } from '../format-option.ts'
import { requireContracts } from './own-contracts.ts'
import { writeChanges } from './write-changes.ts'

/** Compares two contract files, or those of two directories. Returns 1 unless all changes are compatible. */
export const command = defineCommand({
  describe: 'Check that the new contract accepts every artifact that the old contract accepts',
  arguments: {
    old: requiredArgument('Contract file or directory of contract files'),
    new: requiredArgument('New version of the file or directory'),
  },
  options: { format: CHANGE_FORMAT_OPTION },
  missingArguments:
    'Name the old and the new contract file, or two directories: workbench contracts diff old/ new/',
  run: ({ old, new: updated, format }, context) => {
    const [before, after] = [resolve(context.cwd, old), resolve(context.cwd, updated)]
    const open = (directory: string) => openContracts({ directory })
    const changes =
      isDirectory(before) && isDirectory(after)
        ? compareContracts(requireContracts(open(before)), open(after))
        : compareFiles(before, after)
    const directory = isDirectory(after) ? after : dirname(after)
    return writeChanges(changes, { format, compared: `${old} → ${updated}`, directory }, context)
  },
})

function compareFiles(before: string, after: string): ContractChange[] {
  const [old, updated] = [openContract(before), openContract(after)]
  return compareSchemas(old, updated).map((change) => ({ contract: updated.id, ...change }))
}

/** Opens the contract in a file. Its references resolve to files in the same directory. */
function openContract(path: string): Contract {
  if (isDirectory(path)) throw new CannotRun(`Compare two files or two directories; ${path} is a directory`)
  const id = basename(path).replace(/\.schema\.json$/, '')
  if (`${id}.schema.json` !== basename(path))
    throw new CannotRun(`${path} is not named <noun>.v<major>.schema.json`)
  return openContracts({ directory: dirname(path) }).get(id)
}

function isDirectory(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) throw new CannotRun(`No such file or directory: ${path}`)
  return stat.isDirectory()
}
