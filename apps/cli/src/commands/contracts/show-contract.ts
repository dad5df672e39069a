import { escapeText, openContracts } from '@workbench/contracts'
import picocolors from 'picocolors'

import { formatTable } from '../../output/format-table.ts'
import { toJson, writeText } from '../../output/write.ts'
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
    stdout.write(`${toJson(contract.schema, 2)}\n`)
    return
  }
  const { bold, dim } = picocolors.createColors(supportsColor(stdout, env))
  const rows = contract.fields.map(({ path, required, rule, description }) => [
    required ? { text: path, style: bold } : path,
    required ? 'required' : { text: 'optional', style: dim },
    rule,
    { text: description ?? '', style: dim },
  ])
  const title = `${bold(contract.id)}  ${escapeText(contract.title ?? '')}`
  const about = [title, escapeText(contract.description ?? '')].filter(Boolean)
  const heading = ['Member', '', 'Expected', 'Meaning'].map((text) => ({ text, style: bold }))
  writeText(stdout, `${about.join('\n')}\n\n${formatTable([heading, ...rows], stdout)}\n`)
}
