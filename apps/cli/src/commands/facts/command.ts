import { escapeText, openContracts } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import {
  type FactEntry,
  factState,
  findProjectRoot,
  isExpired,
  openArea,
  readMemory,
} from '@workbench/workspace'

import { defineCommand, flag } from '../../command-line/define-command.ts'
import { type Cell, formatTable } from '../../output/format-table.ts'
import { toJson, writeText } from '../../output/write.ts'
import { type Colors, colorsFor } from '../../output/colors.ts'
import { FORMAT_OPTION } from '../format-option.ts'
import { checkFacts } from './check-facts.ts'

/**
 * Prints the facts that no other fact supersedes, or all facts. A fact that cannot be used is listed with the reason. With
 * `--check`, prints only those, and returns 1 if there are any.
 */
export const command = defineCommand({
  describe: 'List the current facts in memory',
  options: {
    format: FORMAT_OPTION,
    all: flag('Include superseded facts'),
    check: flag(
      'List only facts that are invalid, or that memory_write did not write; exit with 1 if there are any',
    ),
  },
  run: (values, context) => {
    const { schemas, format, all, check } = values
    if (check) return checkFacts(values, context)
    const { stdout, env, cwd } = context
    const root = findProjectRoot({ env, cwd })
    const facts = readMemory(openArea(root), openContracts({ directory: schemas, env, cwd: root }))
    const latest = facts.filter(({ supersededBy }) => supersededBy.length === 0)
    const listed = all ? facts : latest
    if (format === 'json') {
      stdout.write(`${toJson({ root, facts: listed })}\n`)
      return 0
    }
    if (listed.length === 0) {
      writeText(stdout, `The memory of ${escapeText(root)} is empty\n`)
      return 0
    }
    const today = new Date().toISOString().slice(0, 10)
    const colors = colorsFor({ stdout, env })
    const heading = ['Fact', 'Type', 'Scope', 'State', 'Title'].map((text) => ({ text, style: colors.bold }))
    const rows = listed.map((entry) => rowOf(entry, today, colors))
    writeText(stdout, `${formatTable([heading, ...rows], stdout)}\n\n${formatSummary(facts, latest, all)}\n`)
    return 0
  },
})

function rowOf(entry: FactEntry, today: string, { red, dim }: Colors): readonly Cell[] {
  const { id, fact, supersededBy } = entry
  const row = [id, fact?.type ?? '', fact?.scope ?? '', stateOf(entry, today), titleOf(entry)]
  if (fact !== undefined && supersededBy.length === 0) return row
  const style = fact === undefined ? red : dim
  return row.map((text) => ({ text, style }))
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
