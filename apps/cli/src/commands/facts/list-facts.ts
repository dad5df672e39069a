import { escapeText, openContracts, pluralize } from '@workbench/contracts'
import { type FactEntry, findProjectRoot, openArea, readMemory } from '@workbench/workspace'
import picocolors from 'picocolors'

import { formatTable } from '../../output/format-table.ts'
import { toJson, writeText } from '../../output/write.ts'
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
    stdout.write(`${toJson({ root, facts: listed })}\n`)
    return
  }
  if (listed.length === 0) {
    writeText(stdout, `The memory of ${escapeText(root)} is empty\n`)
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
    const styled = (style: (text: string) => string) => row.map((text) => ({ text, style }))
    if (entry.fact === undefined) return styled(red)
    return entry.supersededBy.length > 0 ? styled(dim) : row
  })
  const current = memory.filter(({ supersededBy }) => supersededBy.length === 0).length
  const superseded = memory.length - current
  const summary = `${pluralize(current, 'current fact')}, ${superseded} superseded${all || superseded === 0 ? '' : '; list them with --all'}`
  const heading = ['Fact', 'Type', 'Scope', 'State', 'Title'].map((text) => ({ text, style: bold }))
  writeText(stdout, `${formatTable([heading, ...rows], stdout)}\n\n${summary}\n`)
}

function stateOf({ fact, supersededBy }: FactEntry, today: string): string {
  if (supersededBy.length > 0) return `superseded by ${supersededBy.join(', ')}`
  if (!fact) return 'invalid'
  return typeof fact.expires === 'string' && fact.expires < today ? `expired ${fact.expires}` : 'current'
}

const titleOf = ({ fact, problem, violations: [violation] }: FactEntry): string =>
  fact?.title ?? problem ?? `${violation?.path ?? ''} ${violation?.message ?? ''}`
