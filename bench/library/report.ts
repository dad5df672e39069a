import { dotPlot } from '../harness/dot-plot.ts'
import { figure, percent, times, withSpread } from '../harness/format-figures.ts'
import { geometricMean, ratio, summarize } from '../harness/statistics.ts'
import { goal } from '../harness/goal.ts'
import { table } from '../harness/table.ts'
import {
  validators,
  type FirstUse,
  ours,
  oursWithoutCodegen,
  type Throughput,
  listingErrors,
  withoutCodegen,
} from './contestants.ts'

/** The samples of all contestants, in the order of the rounds. */
export type Samples<Sample> = ReadonlyMap<string, readonly Sample[]>

const MEAN = '**geometric mean**'

/** The samples of `is()` with one kind of input. */
export interface Section {
  readonly title: string
  readonly goals: GoalsOfIs
  readonly samples: Samples<Throughput>
}

/** What `is()` should reach on artifacts of one kind, besides being faster than every peer on each contract. */
interface GoalsOfIs {
  /** The least time of the fastest peer, as a multiple of ours. */
  readonly fastestPeer?: number
  /** The most time, as a fraction of that of `JSON.parse`. */
  readonly ofParsing?: number
}

/** Reports `is()` on valid artifacts: nanoseconds, and for each peer its ratio to this library. */
export function reportIs(
  samples: Samples<Throughput>,
  { fastestPeer, ofParsing }: GoalsOfIs,
  names: readonly string[] = [...validators, oursWithoutCodegen],
): string {
  const contracts = contractsOf(samples)
  const peers = names.slice(1)
  const hasParsing = series(samples, ours, contracts[0] ?? '', 'parse').every(Number.isFinite)
  const rows = contracts.map((id) => [
    id,
    withSpread(summarize(series(samples, ours, id, 'is'))),
    ...peers.map((name) => beside(series(samples, name, id, 'is'), series(samples, ours, id, 'is'))),
    ...(hasParsing ? [percent(shareOfParsing(samples, id))] : []),
  ])
  const meanShare = geometricMean(contracts.map((id) => shareOfParsing(samples, id)))
  const fastest = compareWithFastest(samples, validators.slice(1), ours, 'is')
  const mean = [
    MEAN,
    figure(geometricMean(contracts.map((id) => summarize(series(samples, ours, id, 'is')).median))),
    ...peers.map((name) => times(geometricMean(contracts.map((id) => timesOurs(samples, name, id, 'is'))))),
    ...(hasParsing ? [percent(meanShare)] : []),
  ]
  return [
    table(['ns per artifact', ours, ...peers, ...(hasParsing ? ['of JSON.parse'] : [])], [...rows, mean]),
    describeFastest(fastest),
    `Goals: ${[
      goal('faster on every contract', fastest.won === contracts.length),
      ...(fastestPeer === undefined
        ? []
        : [goal(`the fastest peer takes at least ${times(fastestPeer)}`, fastest.mean >= fastestPeer)]),
      ...(ofParsing === undefined
        ? []
        : [goal(`at most ${percent(ofParsing)} of \`JSON.parse\``, meanShare <= ofParsing)]),
    ].join('; ')}.`,
  ].join('\n\n')
}

/** Reports `is()` on valid artifacts with code generation forbidden. */
export function reportWithoutCodegen(samples: Samples<Throughput>): string {
  const contracts = contractsOf(samples)
  const peers = withoutCodegen.filter((name) => name !== oursWithoutCodegen)
  const ata = peers.find((name) => name.startsWith('ata-validator')) ?? ''
  const timesPeer = (id: string): number =>
    ratio(series(samples, ata, id, 'is'), series(samples, oursWithoutCodegen, id, 'is')).median
  const rows = contracts.map((id) => [
    id,
    withSpread(summarize(series(samples, oursWithoutCodegen, id, 'is'))),
    ...peers.map((name) =>
      beside(series(samples, name, id, 'is'), series(samples, oursWithoutCodegen, id, 'is')),
    ),
  ])
  return [
    table(['ns per artifact', ours, ...peers.map((name) => name.replace(/,.*/, ''))], rows),
    describeFastest(compareWithFastest(samples, peers, oursWithoutCodegen, 'is')),
    `Goals: ${goal(
      'as fast as ata-validator',
      contracts.every((id) => timesPeer(id) >= 1),
    )}.`,
  ].join('\n\n')
}

/** Reports `validate()` on invalid artifacts, with every violation read, and on valid ones in comparison with `is()`. */
export function reportErrors(samples: Samples<Throughput>, is: Samples<Throughput> | undefined): string {
  const contracts = contractsOf(samples)
  const peers = listingErrors.slice(1).filter((name) => samples.has(name))
  const rows = contracts.map((id) => [
    id,
    withSpread(summarize(series(samples, ours, id, 'broken'))),
    ...peers.map((name) => beside(series(samples, name, id, 'broken'), series(samples, ours, id, 'broken'))),
    figure(summarize(series(samples, ours, id, 'valid')).median),
    ...(is ? [figure(summarize(series(is, ours, id, 'is')).median)] : []),
  ])
  const mean = [
    MEAN,
    figure(geometricMean(contracts.map((id) => summarize(series(samples, ours, id, 'broken')).median))),
    ...peers.map((name) =>
      times(geometricMean(contracts.map((id) => timesOurs(samples, name, id, 'broken')))),
    ),
    figure(geometricMean(contracts.map((id) => summarize(series(samples, ours, id, 'valid')).median))),
    ...(is
      ? [figure(geometricMean(contracts.map((id) => summarize(series(is, ours, id, 'is')).median)))]
      : []),
  ]
  return [
    table(
      ['ns per artifact', ours, ...peers, 'valid: validate()', ...(is ? ['valid: is()'] : [])],
      [...rows, mean],
    ),
    `Goals: ${goal(
      'as fast as Ajv on every contract',
      contracts.every((id) => timesOurs(samples, 'ajv', id, 'broken') >= 1),
    )}.`,
  ].join('\n\n')
}

/** Reports the first use: milliseconds inside the process and of the whole process, with the ratio to this library. */
export function reportFirstUse(samples: Samples<FirstUse>): string {
  const pick = (name: string, get: (sample: FirstUse) => number): number[] =>
    (samples.get(name) ?? []).map(get)
  const columns: readonly ((sample: FirstUse) => number)[] = [
    ({ inside }) => inside.processor,
    ({ inside }) => inside.wall,
    ({ whole }) => whole.processor,
    ({ whole }) => whole.wall,
  ]
  const rows = [...samples.keys()].map((name) => {
    const same = name.includes(', ') ? `${ours}, all compiled` : ours
    return [
      name,
      ...columns.flatMap((get) => [
        withSpread(summarize(pick(name, get))),
        times(ratio(pick(name, get), pick(same, get)).median),
      ]),
    ]
  })
  const head = ['inside, processor', 'inside, clock', 'whole, processor', 'whole, clock']
  return table(['ms', ...head.flatMap((column) => [column, ''])], rows)
}

/** Draws `is()` on valid artifacts: a mark for each validator, a row for each kind of input. */
export function chartIs(sections: readonly Section[]): string {
  return dotPlot({
    title: 'is() on valid artifacts, geometric mean of the contracts',
    axis: 'ns per artifact; less is better',
    rows: sections.map(({ title }) => title),
    series: validators.map((name) => ({
      name,
      values: sections.map(({ samples }) => summarize((samples.get(name) ?? []).map(meanOfContracts))),
    })),
  })
}

const meanOfContracts = (sample: Throughput): number =>
  geometricMean(Object.values(sample).map(({ is = NaN }) => is))

/** How this library compares with the fastest peer on each contract. */
interface Comparison {
  readonly contracts: number
  /** Contracts on which this library is faster than every peer. */
  readonly won: number
  /** The names of the peers that are the fastest on a contract. */
  readonly peers: readonly string[]
  /** The geometric mean of their times, as a multiple of ours. */
  readonly mean: number
}

function compareWithFastest(
  samples: Samples<Throughput>,
  peers: readonly string[],
  us: string,
  kind: string,
): Comparison {
  const contracts = contractsOf(samples)
  const fastest = contracts.map((id) => {
    const ranked = peers.map((name) => ({
      name: name.replace(/,.*/, ''),
      times: ratio(series(samples, name, id, kind), series(samples, us, id, kind)).median,
    }))
    return ranked.reduce((best, peer) => (peer.times < best.times ? peer : best))
  })
  return {
    contracts: contracts.length,
    won: fastest.filter(({ times }) => times > 1).length,
    peers: [...new Set(fastest.map(({ name }) => name))],
    mean: geometricMean(fastest.map(({ times }) => times)),
  }
}

const describeFastest = ({ contracts, won, peers, mean }: Comparison): string =>
  `On these artifacts: faster than every peer on ${won} of ${contracts} contracts. The fastest peer on each (${peers.join(', ')}) takes ${times(mean)} our time in the geometric mean.`

const contractsOf = (samples: Samples<Throughput>): string[] =>
  Object.keys([...samples.values()][0]?.[0] ?? {})

const series = (samples: Samples<Throughput>, name: string, id: string, kind: string): number[] =>
  (samples.get(name) ?? []).map((sample) => sample[id]?.[kind] ?? NaN)

const timesOurs = (samples: Samples<Throughput>, name: string, id: string, kind: string): number =>
  ratio(series(samples, name, id, kind), series(samples, ours, id, kind)).median

const shareOfParsing = (samples: Samples<Throughput>, id: string): number =>
  ratio(series(samples, ours, id, 'is'), series(samples, ours, id, 'parse')).median

/** Formats the time of a peer and its ratio to this library. */
const beside = (peer: readonly number[], own: readonly number[]): string =>
  `${figure(summarize(peer).median)} · ${times(ratio(peer, own).median)}`
