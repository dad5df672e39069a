import { dotPlot } from '../harness/dot-plot.ts'
import { figure, percent, times, withSpread } from '../harness/format-figures.ts'
import { geometricMean, ratio, summarize, type Summary } from '../harness/statistics.ts'
import { goal } from '../harness/goal.ts'
import { table } from '../harness/table.ts'

import { type Comparison, CONNECTIONS } from './compare.ts'
import { NAMES } from './contestants.ts'
import type { Growth } from './growth.ts'
import type { Sample } from './load.ts'
import type { Footprint } from './memory.ts'
import { OPERATIONS, TITLES } from './requests.ts'
import type { Writes } from './writes.ts'

type Samples = ReadonlyMap<string, readonly Sample[]>
type Kind = keyof Sample

const [OURS, ...PEERS] = NAMES

const of = (samples: Samples, name: string, kind: Kind): number[] =>
  (samples.get(name) ?? []).map((sample) => sample[kind])

/** The advantage over a peer as a ratio: more is better, for throughput and for processor time. */
function advantageOver(samples: Samples, peer: string, kind: Kind): Summary {
  const [ours, theirs] = [of(samples, OURS, kind), of(samples, peer, kind)]
  return kind === 'throughput' ? ratio(ours, theirs) : ratio(theirs, ours)
}

function advantage(samples: Samples, peer: string, kind: Kind): string {
  const { median, low, high } = advantageOver(samples, peer, kind)
  return `${times(median)} (${figure(low)}–${figure(high)})`
}

/** The peer that does the same work in the same way, and what workbench should reach beside it. */
const EQUAL_PEER = 'Fastify + pg, prepared' satisfies (typeof NAMES)[number]
const GOALS = { throughput: 0.92, lowestThroughput: 0.75, processor: 0.8 }

function besideGoals(comparisons: readonly Comparison[]): string {
  const ratios = (kind: Kind): number[] =>
    comparisons.map(({ samples }) => advantageOver(samples, EQUAL_PEER, kind).median)
  const throughput = ratios('throughput')
  const besideGoal = (value: number, least: number): string =>
    `${times(value)} (${goal(`goal of at least ${times(least)}`, value >= least)})`
  return [
    `Beside ${EQUAL_PEER}, geometric mean: throughput ${besideGoal(geometricMean(throughput), GOALS.throughput)}`,
    `lowest throughput ${besideGoal(Math.min(...throughput), GOALS.lowestThroughput)}`,
    `processor time ${besideGoal(geometricMean(ratios('processor')), GOALS.processor)}.`,
  ].join(', ')
}

export function comparisonTables(comparisons: readonly Comparison[]): string {
  const rows = (cells: (comparison: Comparison) => string[]): string[][] =>
    comparisons.map((comparison) => [
      `${TITLES[comparison.operation]}, ${comparison.connections}`,
      ...cells(comparison),
    ])
  const absolute = (kind: Kind): string =>
    table(
      ['operation, connections', ...NAMES],
      rows(({ samples }) => NAMES.map((name) => withSpread(summarize(of(samples, name, kind))))),
    )
  const relative = (kind: Kind): string =>
    table(
      ['operation, connections', ...PEERS],
      rows(({ samples }) => PEERS.map((peer) => advantage(samples, peer, kind))),
    )
  const latency = table(
    ['operation, connections', ...NAMES],
    rows(({ samples }) =>
      NAMES.map((name) =>
        (['median', 'p99'] as const)
          .map((kind) => figure(summarize(of(samples, name, kind)).median))
          .join(' / '),
      ),
    ),
  )
  return [
    '**Processor time of the server for one request: peers ÷ ours.** More is better for ours.',
    relative('processor'),
    '**Throughput: ours ÷ peers.**',
    relative('throughput'),
    besideGoals(comparisons),
    '**Processor time of the server for one request**, in µs.',
    absolute('processor'),
    '**Throughput**, in requests a second.',
    absolute('throughput'),
    '**Latency**, 50th / 99th percentile, in ms.',
    latency,
  ].join('\n\n')
}

export function comparisonChart(comparisons: readonly Comparison[]): string {
  const shown = OPERATIONS.flatMap((operation) =>
    comparisons.filter((each) => each.operation === operation && each.connections === CONNECTIONS[1]),
  )
  return dotPlot({
    title: 'A request to the API, 16 connections',
    axis: 'µs of processor time of the server; less is better',
    rows: shown.map(({ operation }) => TITLES[operation]),
    series: NAMES.map((name) => ({
      name,
      values: shown.map(({ samples }) => summarize(of(samples, name, 'processor'))),
    })),
  })
}

const MAX_COST_OF_WRITES = 1.1

/** Reports what recording something costs: the processor time of server and database, and throughput. */
export function writesTable(writes: readonly Writes[]): string {
  const series = (samples: readonly Sample[], kind: Kind): number[] => samples.map((sample) => sample[kind])
  const costOf = ({ recorded, without }: Pick<Writes, 'recorded' | 'without'>, kind: Kind): Summary => {
    const [after, before] = [series(recorded, kind), series(without, kind)]
    return kind === 'throughput' ? ratio(before, after) : ratio(after, before)
  }
  const compared = ({ recorded, without }: Writes, kind: Kind): string[] => {
    const [after, before] = [series(recorded, kind), series(without, kind)]
    const { median, low, high } = costOf({ recorded, without }, kind)
    return [
      withSpread(summarize(before)),
      withSpread(summarize(after)),
      `${times(median)} (${figure(low)}–${figure(high)})`,
    ]
  }
  const columns = ['without', 'with', 'ratio']
  const costs = writes.flatMap((each) => [costOf(each, 'processor'), costOf(each, 'throughput')])
  return [
    table(
      [
        '',
        ...columns.map((column) => `µs, ${column}`),
        ...columns.map((column) => `requests a second, ${column}`),
      ],
      writes.map((each) => [each.title, ...compared(each, 'processor'), ...compared(each, 'throughput')]),
    ),
    `Goals: ${goal(
      `ratios of at most ${times(MAX_COST_OF_WRITES)}`,
      costs.every(({ median }) => median <= MAX_COST_OF_WRITES),
    )}.`,
  ].join('\n\n')
}

export function growthTables({ tasks, pages, creates }: Growth): string {
  const many = `${new Intl.NumberFormat('en').format(tasks)} tasks`
  const page = (name: string, beside: string): string => {
    const { median } = ratio(of(pages, name, 'median'), of(pages, beside, 'median'))
    return times(median)
  }
  return [
    `**A project of ${many}**: latency of a page of 20, one connection, in ms.`,
    table(
      ['page', '50th percentile', 'beside'],
      [
        ['first, of 1,000 tasks', withSpread(summarize(of(pages, 'first of 1,000', 'median'))), ''],
        [
          'first',
          withSpread(summarize(of(pages, 'first', 'median'))),
          `${page('first', 'first of 1,000')} that of 1,000`,
        ],
        [
          'middle',
          withSpread(summarize(of(pages, 'middle', 'median'))),
          `${page('middle', 'first')} the first`,
        ],
        [
          'middle, by cursor',
          withSpread(summarize(of(pages, 'middle, by cursor', 'median'))),
          `${page('middle, by cursor', 'first')} the first`,
        ],
        ['last', withSpread(summarize(of(pages, 'last', 'median'))), `${page('last', 'first')} the first`],
      ],
    ),
    '**Creating tasks with 16 clients**, in requests a second.',
    table(
      ['into', 'throughput', 'beside 16 projects'],
      [
        ['16 projects', withSpread(summarize(of(creates, '16 projects', 'throughput'))), ''],
        [
          'one project',
          withSpread(summarize(of(creates, 'one project', 'throughput'))),
          times(
            ratio(of(creates, 'one project', 'throughput'), of(creates, '16 projects', 'throughput')).median,
          ),
        ],
      ],
    ),
  ].join('\n\n')
}

export function copiesTable(measured: ReadonlyMap<string, Samples>): string {
  const rows = OPERATIONS.map((operation) => {
    const samples = measured.get(operation) ?? new Map<string, readonly Sample[]>()
    const [one, two] = [of(samples, '1', 'throughput'), of(samples, '2', 'throughput')]
    return [
      TITLES[operation],
      withSpread(summarize(one)),
      withSpread(summarize(two)),
      times(ratio(two, one).median),
    ]
  })
  return [
    '**Copies on one database**, 16 connections, in requests a second.',
    table(['operation', 'one copy', 'two copies', 'ratio'], rows),
  ].join('\n\n')
}

export function memoryTable(footprints: readonly Footprint[]): string {
  const [first] = footprints
  const rows = footprints.map(({ requests, resident }) => [
    new Intl.NumberFormat('en').format(requests),
    figure(resident / 2 ** 20),
    first === undefined || requests === first.requests ? '' : percent(resident / first.resident - 1),
  ])
  return ['**Resident size of the server**, in MiB.', table(['after requests', 'MiB', 'more'], rows)].join(
    '\n\n',
  )
}
