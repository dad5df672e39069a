import { readFileSync } from 'node:fs'

import { parse } from 'yaml'

import { parseExposition, type Scrape } from '../support/requests/exposition.ts'
import { usePrograms } from '../support/programs/use-programs.ts'

/** Labels that Prometheus adds to each sample. */
const ADDED_LABELS = ['job', 'instance', 'le']
const ADDED_METRICS = ['up']

interface Dashboard {
  panels: {
    id: number
    type: string
    title: string
    gridPos: Record<'x' | 'y' | 'w' | 'h', number>
    targets?: { expr: string }[]
  }[]
  templating: { list: { name: string; definition?: string }[] }
}
interface Alerts {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[]
}

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
const dashboard = JSON.parse(read('deploy/grafana/workbench-api.json')) as Dashboard
const alerts = (parse(read('deploy/prometheus/alerts.yaml')) as Alerts).groups.flatMap(({ rules }) => rules)

const queries = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ where: title, expr })),
  ),
  ...alerts.map(({ alert, expr }) => ({ where: alert, expr })),
]

const programs = usePrograms()

let scrape: Scrape
beforeAll(async () => {
  const { send } = await programs.start()
  await send('GET', '/api/v1/projects')
  scrape = parseExposition((await send('GET', '/metrics')).text)
})

/** The metrics and the labels in a PromQL query. */
function namesIn(query: string): { metrics: string[]; labels: string[] } {
  const matchers = [...query.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside = '']) => [
    ...inside.matchAll(/(\w+)\s*[=!]/g),
  ])
  const groupings = [...query.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, inside = '']) =>
    inside.split(/[\s,]+/),
  )
  const rest = query.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby\s*\([^)]*\)|"[^"]*"/g, ' ')
  const words = [...rest.matchAll(/[a-zA-Z_]\w*(?!\w*\s*\()/g)].map(([name]) => name)
  return {
    metrics: words.filter((word) => !['or', 'and', 'unless'].includes(word)),
    labels: [...matchers.map(([, label = '']) => label), ...groupings].filter((label) => label !== ''),
  }
}

test.each(queries)('$where uses only metrics and labels that the server exports', ({ expr }) => {
  const { metrics, labels } = namesIn(expr)
  const known = scrape.samples.filter(({ name }) => metrics.includes(name))
  expect(metrics.length).toBeGreaterThan(0)
  for (const name of metrics)
    expect([...ADDED_METRICS, ...known.map((sample) => sample.name)]).toContain(name)
  const knownLabels = [...ADDED_LABELS, ...known.flatMap((sample) => Object.keys(sample.labels))]
  for (const label of labels) expect(knownLabels).toContain(label)
})

test('docs/operations.md lists the metrics of the server, and leaves out those of prom-client', () => {
  const listed = [...read('docs/operations.md').matchAll(/^\| `([a-z_]+)` +\|/gm)].map(
    ([, name = '']) => name,
  )
  const own = scrape.samples.map(({ name }) => name.replace(/_(?:bucket|sum|count)$/, ''))
  expect(listed.toSorted()).toEqual(
    [...new Set(own)].filter((name) => !/^(?:nodejs|process)_/.test(name)).toSorted(),
  )
})
