import { join } from 'node:path'

import { escapeText, openContracts } from '@workbench/contracts'
import picocolors from 'picocolors'

import { CannotRun } from '../../../exit-status.ts'
import { formatTable } from '../../../output/format-table.ts'
import { toJson, writeText } from '../../../output/write.ts'
import { supportsColor, type CommandContext } from '../../../context.ts'
import type { ListRequest } from '../../list-request.ts'

interface ShowRequest extends ListRequest {
  readonly id: string
  /** Whether to print a valid artifact instead. */
  readonly example: boolean
}

/** Prints the members of a contract as a table, the contract file as JSON, or a valid artifact. */
export function showContract(
  { id, example, format, directory }: ShowRequest,
  { stdout, env, cwd }: CommandContext,
): void {
  const contracts = openContracts({ directory, env, cwd })
  const contract = contracts.get(id)
  if (example) {
    if (contract.example === undefined) {
      throw new CannotRun(
        `No example of ${id} is known; write one to ${join(contracts.directory, '..', 'examples', `${id}.json`)}`,
      )
    }
    stdout.write(`${toJson(contract.example, 2)}\n`)
    return
  }
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
