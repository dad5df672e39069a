import { AGENTS } from '@workbench/agents/install'
import type { Agent } from './programs/agent.ts'
import type { ScenarioResult } from './run-scenario.ts'
import { scenarios } from './scenarios/scenarios.ts'

/** What was tested with one agent. */
export interface Tested {
  readonly agent: Agent
  readonly results: readonly ScenarioResult[]
}

const SCENARIO_COLUMNS = scenarios.flatMap(({ column }) => column ?? [])

export const COLUMNS: readonly string[] = ['agent', 'install', 'event', ...SCENARIO_COLUMNS]

export const rowName = ({ name, version }: Agent): string => `${name} ${version}`

/** A Markdown table: for each agent, where its model was told what. */
export function table(tested: readonly Tested[]): string {
  const rows = tested.map(({ agent, results }) => [
    rowName(agent),
    `\`${agent.installedBy}\``,
    `\`${AGENTS.find(({ title }) => title === agent.name)?.afterWriteEvent ?? ''}\``,
    ...SCENARIO_COLUMNS.map((column) => cell(results.find(({ scenario }) => scenario.column === column))),
  ])
  return [COLUMNS, COLUMNS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function cell(result: ScenarioResult | undefined): string {
  const [check] = result?.checks ?? []
  return check?.channel ?? (check?.limit === undefined ? '**not told**' : 'no')
}

/** A Markdown list of what an agent is known not to tell its model. */
export const limitsOf = (tested: readonly Tested[]): string =>
  tested
    .flatMap(({ agent, results }) =>
      results
        .flatMap(({ checks }) => checks)
        .filter(({ limit }) => limit !== undefined)
        .map(({ what, event, limit = '' }) => `- ${agent.name}, ${event}: ${what}: ${limit}.`),
    )
    .join('\n')

const MARKERS = { start: '<!-- test:agents -->', end: '<!-- /test:agents -->' }

/** The section between the markers of a page. */
export function sectionOf(page: string): string {
  const [start, end] = boundsOf(page)
  return page.slice(start, end)
}

/** Replaces the section between the markers of a page. */
export function replaceSection(page: string, section: string): string {
  const [start, end] = boundsOf(page)
  return `${page.slice(0, start)}\n\n${section}\n\n${page.slice(end)}`
}

function boundsOf(page: string): [start: number, end: number] {
  const [start, end] = [page.indexOf(MARKERS.start), page.indexOf(MARKERS.end)]
  if (start === -1 || end < start) throw new Error(`Add the markers ${MARKERS.start} and ${MARKERS.end}`)
  return [start + MARKERS.start.length, end]
}
