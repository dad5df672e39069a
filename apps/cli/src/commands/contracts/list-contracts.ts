import { formatProblem, openContracts } from '@workbench/contracts'
import picocolors from 'picocolors'

import { count } from '../../format.ts'
import { formatTable } from '../../format-table.ts'
import { supportsColor, type CommandContext } from '../../context.ts'
import type { ListRequest } from '../list-request.ts'

/** Lists every contract file, with why it cannot be used where it cannot. */
export function listContracts(
  { format, directory: named }: ListRequest,
  { stdout, env, cwd }: CommandContext,
): void {
  const contracts = openContracts({ directory: named, env, cwd })
  const { directory } = contracts
  const entries = contracts.list()
  if (format === 'json') {
    stdout.write(`${JSON.stringify({ directory, contracts: entries })}\n`)
    return
  }
  const colours = picocolors.createColors(supportsColor(stdout, env))
  const rows = entries.flatMap(({ id, title, problems }) => [
    [problems.length === 0 ? id : colours.red(id), title ?? ''],
    ...problems.map((problem) => ['', colours.red(`broken: ${formatProblem(problem)}`)]),
  ])
  stdout.write(`${formatTable(rows, stdout)}\n\n${count(entries.length, 'contract')} in ${directory}\n`)
}
