import { escapeText, openContracts } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import {
  type FactState,
  factState,
  findContradictions,
  findProjectRoot,
  isExpired,
  openArea,
  readMemory,
} from '@workbench/workspace'

import { defineCommand, flag } from '../../command-line/define-command.ts'
import { formatTable } from '../../output/format-table.ts'
import { toJson, writeText } from '../../output/write.ts'
import { colorsFor } from '../../output/colors.ts'
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
    const memory = readMemory(openArea(root), openContracts({ directory: schemas, env, cwd: root }))
    const today = new Date().toISOString().slice(0, 10)
    const facts = memory.map((entry) => ({ entry, state: factState(entry, today) }))
    const listed = all ? facts : facts.filter(({ state: { name } }) => !REPLACED.includes(name))
    if (format === 'json') {
      stdout.write(`${toJson({ root, facts: listed.map(({ entry }) => entry) })}\n`)
      return 0
    }
    if (listed.length === 0) {
      writeText(stdout, `The memory of ${escapeText(root)} is empty\n`)
      return 0
    }
    const { bold, red, dim } = colorsFor(context)
    const contradictions = findContradictions(memory, today)
    const rows = listed.map(({ entry: { id, fact }, state }) => {
      const title = fact?.title ?? ('reason' in state ? state.reason : '')
      const others = contradictions.find((ids) => ids.includes(id))?.filter((other) => other !== id) ?? []
      const row = [id, fact?.type ?? '', fact?.scope ?? '', describeState(state, today, others), title]
      const style = REPLACED.includes(state.name) ? dim : red
      return state.name === 'current' || state.name === 'expired' ? row : row.map((text) => ({ text, style }))
    })
    const heading = ['Fact', 'Type', 'Scope', 'State', 'Title'].map((text) => ({ text, style: bold }))
    const summary = formatSummary(
      facts.map(({ state }) => state.name),
      all,
    )
    writeText(stdout, `${formatTable([heading, ...rows], stdout)}\n\n${summary}\n`)
    return 0
  },
})

/** The states of facts that are listed with `--all` only. */
const REPLACED: readonly FactState['name'][] = ['superseded', 'withdrawn']

function formatSummary(states: readonly FactState['name'][], all: boolean): string {
  const count = (state: FactState['name']): number => states.filter((name) => name === state).length
  const others = (['expired', 'invalid', 'deleted', 'withdrawn'] as const).filter((state) => count(state) > 0)
  const isHidden = !all && states.some((name) => REPLACED.includes(name))
  return [
    pluralize(count('current'), 'current fact'),
    ...others.map((state) => `${count(state)} ${state}`),
    `${count('superseded')} superseded${isHidden ? '; list them with --all' : ''}`,
  ].join(', ')
}

/** @param others the facts that it contradicts */
function describeState(state: FactState, today: string, others: readonly string[]): string {
  if (state.name === 'superseded') return `superseded by ${state.by.join(', ')}`
  if ('on' in state) return `${state.name} ${state.on}`
  if (state.name !== 'current') return state.name
  const { expires } = state.fact
  return [
    'current',
    ...(others.length > 0 ? [`contradicts ${others.join(', ')}`] : []),
    ...(isExpired(state.fact, today) === undefined ? [`expires is no date: ${expires ?? ''}`] : []),
  ].join('; ')
}
