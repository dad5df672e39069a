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

import { type Cell, tableRows } from '../../output/format-table.ts'
import { toJson, writeParts, writeText } from '../../output/write.ts'
import { supportsColor, type CommandContext } from '../../context.ts'
import type { ListRequest } from '../list-request.ts'

interface FactsRequest extends ListRequest {
  /** Whether to include facts that another fact supersedes. */
  readonly all: boolean
}

/** Prints the facts that no other fact supersedes, or all facts. A fact that cannot be used is listed with the reason. */
export async function listFacts(
  { format, directory, all }: FactsRequest,
  context: CommandContext,
): Promise<void> {
  const { stdout, env, cwd } = context
  const root = findProjectRoot({ env, cwd })
  const facts = readMemory(openArea(root), openContracts({ directory, env, cwd: root }))
  const latest = facts.filter(({ supersededBy }) => supersededBy.length === 0)
  const listed = all ? facts : latest
  if (format === 'json') {
    await writeParts(stdout, jsonParts(root, listed), (output, text) => output.write(text))
    return
  }
  if (listed.length === 0) {
    writeText(stdout, `The memory of ${escapeText(root)} is empty\n`)
    return
  }
  const today = new Date().toISOString().slice(0, 10)
  const colors = picocolors.createColors(supportsColor(stdout, env))
  const rows = {
    *[Symbol.iterator]() {
      yield ['Fact', 'Type', 'Scope', 'State', 'Title'].map((text) => ({ text, style: colors.bold }))
      for (const entry of listed) yield rowOf(entry, today, colors)
    },
  }
  await writeParts(stdout, linesOf(tableRows(rows, stdout)))
  writeText(stdout, `\n${formatSummary(facts, latest, all)}\n`)
}

function* linesOf(rows: Iterable<string>): Generator<string> {
  for (const row of rows) yield `${row}\n`
}

/** The JSON text of the whole list, fact by fact: it can be as long as the memory. */
function* jsonParts(root: string, listed: readonly FactEntry[]): Generator<string> {
  yield `{"root":${toJson(root)},"facts":[`
  for (const [index, entry] of listed.entries()) yield `${index === 0 ? '' : ','}${toJson(entry)}`
  yield `]}\n`
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
