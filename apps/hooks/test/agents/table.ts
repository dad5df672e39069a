import type { Agent } from './programs/agent.ts'
import type { ScenarioResult } from './run-scenario.ts'

/** What was tested with one agent. */
export interface Tested {
  readonly agent: Agent
  readonly results: readonly ScenarioResult[]
}

/** A Markdown table: for each event, what each agent was told, and where. */
export function table(tested: readonly Tested[]): string {
  const checks = tested.map(({ results }) => results.flatMap((result) => result.checks))
  const rows = new Map(checks.flat().map(({ event, what }) => [`${event}\n${what}`, { event, what }]))
  const lines = [...rows.values()].map(({ event, what }) => {
    const cells = checks.map((list) =>
      cell(list.find((check) => check.event === event && check.what === what)),
    )
    return [event, what, ...cells]
  })
  const names = tested.map(({ agent }) => `${agent.name} ${agent.version}`)
  const heading = ['event', 'what the model is told', ...names]
  return [heading, heading.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function cell(check: ScenarioResult['checks'][number] | undefined): string {
  if (!check) return ''
  return check.channel ?? (check.limit === undefined ? '**not told**' : `no: ${check.limit}`)
}

const MARKERS = { start: '<!-- test:agents -->', end: '<!-- /test:agents -->' }

/** Replaces the section between the markers of a page. */
export function replaceSection(page: string, section: string): string {
  const [start, end] = [page.indexOf(MARKERS.start), page.indexOf(MARKERS.end)]
  if (start === -1 || end < start) throw new Error(`Add the markers ${MARKERS.start} and ${MARKERS.end}`)
  return `${page.slice(0, start + MARKERS.start.length)}\n\n${section}\n\n${page.slice(end)}`
}
