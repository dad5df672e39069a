import { escapeText, formatProblem, openContracts, pluralize } from '@workbench/contracts'
import picocolors from 'picocolors'

import { formatTable } from '../../../output/format-table.ts'
import { toJson, writeText } from '../../../output/write.ts'
import { supportsColor, type CommandContext } from '../../../context.ts'
import type { ListRequest } from '../../list-request.ts'

/** Prints the id and title of every contract file, and the problems of those that cannot be used. */
export function listContracts(
  { format, directory: named }: ListRequest,
  { stdout, env, cwd }: CommandContext,
): void {
  const contracts = openContracts({ directory: named, env, cwd })
  const { directory } = contracts
  const entries = contracts.list()
  if (format === 'json') {
    stdout.write(`${toJson({ directory, contracts: entries })}\n`)
    return
  }
  const { red } = picocolors.createColors(supportsColor(stdout, env))
  const rows = entries.flatMap(({ id, title, problems }) => [
    [problems.length === 0 ? id : { text: id, style: red }, title ?? ''],
    ...problems.map((problem) => ['', { text: `error: ${formatProblem(problem)}`, style: red }]),
  ])
  writeText(
    stdout,
    `${formatTable(rows, stdout)}\n\n${pluralize(entries.length, 'contract')} in ${escapeText(directory)}\n`,
  )
}
