import { openContracts } from '@workbench/contracts'
import picocolors from 'picocolors'

import { formatTable } from '../../format-table.ts'
import { supportsColor, type CommandContext } from '../../context.ts'
import type { ListRequest } from '../list-request.ts'

/** Prints the members of a contract as a table, or the contract file as JSON. */
export function showContract(
  id: string,
  { format, directory }: ListRequest,
  { stdout, env, cwd }: CommandContext,
): void {
  const contract = openContracts({ directory, env, cwd }).get(id)
  if (format === 'json') {
    stdout.write(`${JSON.stringify(contract.schema, null, 2)}\n`)
    return
  }
  const { bold, dim } = picocolors.createColors(supportsColor(stdout, env))
  const rows = contract.fields.map(({ path, required, rule, description }) => [
    required ? bold(path) : path,
    required ? 'required' : dim('optional'),
    rule,
    dim(description ?? ''),
  ])
  const heading = [`${bold(contract.id)}  ${contract.title ?? ''}`, contract.description ?? ''].filter(
    Boolean,
  )
  stdout.write(
    `${heading.join('\n')}\n\n${formatTable([['Member', '', 'Expected', 'Meaning'].map(bold), ...rows], stdout)}\n`,
  )
}
