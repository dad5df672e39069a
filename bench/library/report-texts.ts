import { figure, times } from '../harness/format-figures.ts'
import { geometricMean, ratio, summarize } from '../harness/statistics.ts'
import { table } from '../harness/table.ts'
import { ours, type TextKind, type Throughput } from './contestants.ts'
import type { Samples } from './report.ts'

/** The most that this library should take, as a multiple of `JSON.parse`. */
const GOALS: Partial<Record<TextKind, number>> = { valid: 1.15, broken: 2 }

/** Reports the times for texts of each kind as multiples of that of `JSON.parse` in the same process. */
export function reportTexts(samples: ReadonlyMap<TextKind, Samples<Throughput>>): string {
  const columns = [...samples].flatMap(([kind, all]) =>
    Array.from(all, ([name, rounds]) => ({ kind, name, rounds })),
  )
  const ids = Object.keys(columns[0]?.rounds[0] ?? {})
  const series = (rounds: readonly Throughput[], id: string, what: string) =>
    rounds.map((sample) => sample[id]?.[what] ?? NaN)
  const multiple = (rounds: readonly Throughput[], id: string) =>
    ratio(series(rounds, id, 'text'), series(rounds, id, 'parse')).median
  const rows = ids.map((id) => [
    id,
    figure(summarize(series(columns[0]?.rounds ?? [], id, 'parse')).median),
    ...columns.map(({ rounds }) => times(multiple(rounds, id))),
  ])
  const means = columns.map(({ rounds }) => times(geometricMean(ids.map((id) => multiple(rounds, id)))))
  const goals = columns.map(({ kind, name }) => {
    const goal = name === ours ? GOALS[kind] : undefined
    return goal === undefined ? '' : `at most ${times(goal)}`
  })
  return table(
    ['', 'JSON.parse, ns', ...columns.map(({ kind, name }) => `${kind}: ${name}`)],
    [...rows, ['**geometric mean**', '', ...means], ['goal', '', ...goals]],
  )
}
