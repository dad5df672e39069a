import { openContracts, pluralize } from '@workbench/contracts'
import { type FactEntry, findProjectRoot, openArea, readMemory } from '@workbench/workspace'
import picocolors from 'picocolors'

import { formatTable } from '../../format-table.ts'
import { supportsColor, type CommandContext } from '../../context.ts'
import type { ListRequest } from '../list-request.ts'

interface FactsRequest extends ListRequest {
  /** Whether to include facts that another fact supersedes. */
  readonly all: boolean
}

/** Prints the facts that no other fact supersedes, or all facts. A fact that cannot be used is listed with the reason. */
export function listFacts(
  { format, directory, all }: FactsRequest,
  { stdout, env, cwd }: CommandContext,
): void {
  const root = findProjectRoot({ env, cwd })
  const memory = readMemory(openArea(root), openContracts({ directory, env, cwd: root }))
  const listed = memory.filter(({ supersededBy }) => all || supersededBy.length === 0)
  if (format === 'json') {
    stdout.write(`${JSON.stringify({ root, facts: listed })}\n`)
    return
  }
  if (listed.length === 0) {
    stdout.write(`The memory of ${root} is empty\n`)
    return
  }
  const { bold, dim, red } = picocolors.createColors(supportsColor(stdout, env))
  const today = new Date().toISOString().slice(0, 10)
  const rows = listed.map((entry) => {
    const row = [
      entry.id,
      entry.fact?.type ?? '',
      entry.fact?.scope ?? '',
      stateOf(entry, today),
      titleOf(entry),
    ]
    if (entry.fact === undefined) return row.map(red)
    return entry.supersededBy.length > 0 ? row.map(dim) : row
  })
  const current = memory.filter(({ supersededBy }) => supersededBy.length === 0).length
  const superseded = memory.length - current
  const summary = `${pluralize(current, 'current fact')}, ${superseded} superseded${all || superseded === 0 ? '' : '; list them with --all'}`
  stdout.write(
    `${formatTable([['Fact', 'Type', 'Scope', 'State', 'Title'].map(bold), ...rows], stdout)}\n\n${summary}\n`,
  )
}

function stateOf({ fact, supersededBy }: FactEntry, today: string): string {
  if (supersededBy.length > 0) return `superseded by ${supersededBy.join(', ')}`
  if (!fact) return 'invalid'
  return typeof fact.expires === 'string' && fact.expires < today ? `expired ${fact.expires}` : 'current'
}

const titleOf = ({ fact, problem, violations: [violation] }: FactEntry): string =>
  fact?.title ?? problem ?? `${violation?.path ?? ''} ${violation?.message ?? ''}`
