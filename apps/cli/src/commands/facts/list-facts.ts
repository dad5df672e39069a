import { escapeText, openContracts, pluralize } from '@workbench/contracts'
import {
  type FactEntry,
  factState,
  findProjectRoot,
  ignoredFacts,
  isExpired,
  openArea,
  readMemory,
} from '@workbench/workspace'
import picocolors from 'picocolors'

import { formatTable } from '../../output/format-table.ts'
import { toJson, writeError, writeText } from '../../output/write.ts'
import { supportsColor, type CommandContext } from '../../context.ts'
import type { ListRequest } from '../list-request.ts'

interface FactsRequest extends ListRequest {
  /** Whether to include facts that another fact supersedes. */
  readonly all: boolean
}

/** Prints the facts that no other fact supersedes, or all facts. A fact that cannot be used is listed with the reason. */
export function listFacts(
  { format, directory, all }: FactsRequest,
  { stdout, stderr, env, cwd }: CommandContext,
): void {
  const root = findProjectRoot({ env, cwd })
  const area = openArea(root)
  const memory = readMemory(area, openContracts({ directory, env, cwd: root }))
  const ignored = ignoredFacts(area)
  for (const { path, reason } of ignored) writeError(stderr, `${path}: ${reason}`)
  const listed = memory.filter(({ supersededBy }) => all || supersededBy.length === 0)
  if (format === 'json') {
    stdout.write(`${toJson({ root, facts: listed, ignored })}\n`)
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
  const summary = formatSummary(memory, all)
  const heading = ['Fact', 'Type', 'Scope', 'State', 'Title'].map((text) => ({ text, style: bold }))
  writeText(stdout, `${formatTable([heading, ...rows], stdout)}\n\n${summary}\n`)
}

/** An invalid fact is not current. */
function formatSummary(memory: readonly FactEntry[], all: boolean): string {
  const latest = memory.filter(({ supersededBy }) => supersededBy.length === 0)
  const superseded = memory.length - latest.length
  const invalid = latest.filter(({ fact }) => fact === undefined).length
  return [
    pluralize(latest.length - invalid, 'current fact'),
    ...(invalid > 0 ? [`${invalid} invalid`] : []),
    `${superseded} superseded${all || superseded === 0 ? '' : '; list them with --all'}`,
  ].join(', ')
}

function stateOf(entry: FactEntry, today: string): string {
  const state = factState(entry, today)
  switch (state.name) {
    case 'superseded':
      return `superseded by ${state.by.join(', ')}`
    case 'expired':
      return `expired ${state.on}`
    case 'current':
      return isExpired(state.fact, today) === undefined
        ? `current; expires is no date: ${state.fact.expires ?? ''}`
        : 'current'
    case 'invalid':
      return 'invalid'
  }
}

const titleOf = ({ fact, problem, violations: [violation] }: FactEntry): string =>
  fact?.title ?? problem ?? `${violation?.path ?? ''} ${violation?.message ?? ''}`
