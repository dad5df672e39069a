import { escapeText, openContracts, pluralize } from '@workbench/contracts'
import {
  type FactEntry,
  factState,
  findProjectRoot,
  isExpired,
  openArea,
  readMemory,
} from '@workbench/workspace'
import picocolors from 'picocolors'

import { type Cell, formatTable } from '../../output/format-table.ts'
import { toJson, writeText } from '../../output/write.ts'
import { supportsColor, type CommandContext } from '../../context.ts'
import type { ListRequest } from '../format-option.ts'

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
  const facts = readMemory(openArea(root), openContracts({ directory, env, cwd: root }))
  const latest = facts.filter(({ supersededBy }) => supersededBy.length === 0)
  const listed = all ? facts : latest
  if (format === 'json') {
    stdout.write(`${toJson({ root, facts: listed })}\n`)
    return
  }
  if (listed.length === 0) {
    writeText(stdout, `The memory of ${escapeText(root)} is empty\n`)
    return
  }
  const today = new Date().toISOString().slice(0, 10)
  const colors = picocolors.createColors(supportsColor(stdout, env))
  const heading = ['Fact', 'Type', 'Scope', 'State', 'Title'].map((text) => ({ text, style: colors.bold }))
  const rows = listed.map((entry) => rowOf(entry, today, colors))
  writeText(stdout, `${formatTable([heading, ...rows], stdout)}\n\n${formatSummary(facts, latest, all)}\n`)
}

function rowOf(
  entry: FactEntry,
  today: string,
  { red, dim }: ReturnType<typeof picocolors.createColors>,
): readonly Cell[] {
  const { id, fact, supersededBy } = entry
  const row = [id, fact?.type ?? '', fact?.scope ?? '', stateOf(entry, today), titleOf(entry)]
  const styled = (style: (text: string) => string) => row.map((text) => ({ text, style }))
  if (fact === undefined) return styled(red)
  return supersededBy.length > 0 ? styled(dim) : row
}

/** An invalid fact is not current. */
function formatSummary(facts: readonly FactEntry[], latest: readonly FactEntry[], all: boolean): string {
  const superseded = facts.length - latest.length
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
