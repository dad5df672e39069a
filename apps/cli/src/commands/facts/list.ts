import { escapeText, openContracts } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import {
  type FactEntry,
  type FactState,
  factState,
  findContradictions,
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
 * Prints the facts that were neither superseded nor withdrawn, or all facts. A fact that cannot be used is listed with the reason. With
 * `--check`, prints only those, and returns 1 if there are any.
 */
export const command = defineCommand({
  describe: 'List the current facts in memory',
  options: {
    format: FORMAT_OPTION,
    all: flag('Include superseded and withdrawn facts'),
    check: flag(
      'List only facts that are invalid, deleted or contradict each other; exit with 1 if there are any',
    ),
  },
  run: (values, context) => {
    const { schemas, format, all, check } = values
    if (check) return checkFacts(values, context)
    const { stdout, env, cwd } = context
    const root = findProjectRoot({ env, cwd })
    const facts = readMemory(openArea(root), openContracts({ directory: schemas, env, cwd: root }))
    const isLatest = ({ supersededBy, tombstone }: FactEntry) => supersededBy.length === 0 && !tombstone
    const listed = all ? facts : facts.filter(isLatest)
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
    const contradictions = findContradictions(facts, today)
    const rows = listed.map((entry) => rowOf(entry, stateOf(entry, today, contradictions), colors))
    const states = facts.map((entry) => factState(entry, today).name)
    writeText(stdout, `${formatTable([heading, ...rows], stdout)}\n\n${formatSummary(states, values)}\n`)
    return 0
  },
})

function rowOf(entry: FactEntry, state: string, { red, dim }: Colors): readonly Cell[] {
  const { id, fact, supersededBy, tombstone } = entry
  const row = [id, fact?.type ?? '', fact?.scope ?? '', state, titleOf(entry)]
  if (fact !== undefined && supersededBy.length === 0) return row
  const style = fact === undefined && !tombstone ? red : dim
  return row.map((text) => ({ text, style }))
}

function formatSummary(states: readonly FactState['name'][], { all }: { readonly all: boolean }): string {
  const count = (state: FactState['name']): number => states.filter((name) => name === state).length
  const hidden = count('superseded') + count('withdrawn')
  const others = (['expired', 'invalid', 'deleted', 'withdrawn'] as const).filter((state) => count(state) > 0)
  return [
    pluralize(count('current'), 'current fact'),
    ...others.map((state) => `${count(state)} ${state}`),
    `${count('superseded')} superseded${all || hidden === 0 ? '' : '; list them with --all'}`,
  ].join(', ')
}

function stateOf(entry: FactEntry, today: string, contradictions: readonly (readonly string[])[]): string {
  const state = factState(entry, today)
  switch (state.name) {
    case 'superseded':
      return `superseded by ${state.by.join(', ')}`
    case 'expired':
    case 'withdrawn':
      return `${state.name} ${state.on}`
    case 'current': {
      const others = contradictions.find((ids) => ids.includes(entry.id))?.filter((id) => id !== entry.id)
      const { expires } = state.fact
      return [
        'current',
        ...(others ? [`contradicts ${others.join(', ')}`] : []),
        ...(isExpired(state.fact, today) === undefined ? [`expires is no date: ${expires ?? ''}`] : []),
      ].join('; ')
    }
    case 'deleted':
    case 'invalid':
      return state.name
  }
}

const titleOf = ({ fact, tombstone, problem, violations: [violation] }: FactEntry): string =>
  fact?.title ?? problem ?? tombstone?.reason ?? `${violation?.path ?? ''} ${violation?.message ?? ''}`
