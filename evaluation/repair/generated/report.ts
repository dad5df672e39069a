import { outcomes, type Outcome } from '../../../packages/test-support/src/json-mistakes/score.ts'
import { figure, percent } from '../../../bench/harness/format-figures.ts'
import { quantile } from '../../../bench/harness/statistics.ts'
import { table } from '../../../bench/harness/table.ts'
import type { Counts, Tally } from './tally.ts'

/** The outcomes in words. */
export const OUTCOME_NAMES: Readonly<Record<Outcome, string>> = {
  restored: 'restored',
  left: 'left to the author',
  changed: 'changed meaning',
  lost: 'lost content',
}

type Goals = Readonly<Partial<Record<Outcome, string>>>

const ONE: Goals = { restored: '65 %', changed: '0 %', lost: '0 %' }
const TWO: Goals = { restored: '40 %', changed: '0 %', lost: '0 %' }

/** A table with a column for each program: the shares of the outcomes, and the times. */
export function reportOutcomes(one: readonly Tally[], two: readonly Tally[]): string {
  const columns = one.length > 0 ? one : two
  const sizes = columns.map(({ times }) => times)
  const times = (share: number) =>
    sizes.map((each) => (each.length > 0 ? figure(quantile(each, share)) : '–'))
  const count = figure(sizes[0]?.length ?? 0)
  return table(
    ['', 'texts', 'goal', ...columns.map(({ name }) => name)],
    [
      ...shares('one mistake', one, ONE),
      ...shares('two mistakes', two, TWO),
      ['ms for about 10 kB, median', count, '', ...times(0.5)],
      ['ms for about 10 kB, 95th percentile', count, '', ...times(0.95)],
    ],
  )
}

function shares(mistakes: string, tallies: readonly Tally[], goals: Goals): string[][] {
  const [first] = tallies
  if (!first) return []
  return outcomes.map((outcome) => [
    `${OUTCOME_NAMES[outcome]}, ${mistakes}`,
    figure(sum(first.total)),
    goals[outcome] ?? '',
    ...tallies.map(({ total }) => percent(total[outcome] / sum(total))),
  ])
}

/** A table with a row for each kind of mistake: the outcomes of one program. */
export function reportKinds({ kinds, total }: Tally, names: readonly string[]): string {
  const row = (name: string, counts: Counts): string[] => [
    name,
    figure(sum(counts)),
    ...outcomes.map((outcome) => percent(counts[outcome] / sum(counts))),
  ]
  const rows = names.flatMap((name) => {
    const counts = kinds.get(name)
    return counts ? [row(name, counts)] : []
  })
  return table(
    ['', 'texts', ...outcomes.map((outcome) => OUTCOME_NAMES[outcome])],
    [...rows, row('**all**', total)],
  )
}

/** The number of texts. */
export const sum = (counts: Counts): number =>
  outcomes.reduce((before, outcome) => before + counts[outcome], 0)
