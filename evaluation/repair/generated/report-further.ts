import { figure, percent } from '../../../bench/harness/format-figures.ts'
import { table } from '../../../bench/harness/table.ts'
import type { Mistake } from '../../../packages/test-support/src/json-mistakes/mistakes/mistake.ts'
import { type Outcome, outcomes } from '../../../packages/test-support/src/json-mistakes/score.ts'
import { OUTCOME_NAMES, sum } from './report.ts'
import type { Counts, Tally } from './tally.ts'

type Goals = Readonly<Partial<Record<Outcome | 'harmful', string>>>

const FURTHER: Goals = { restored: '47 %', harmful: '0.3 %' }
const CUT: Goals = { harmful: '0 %' }

const harmful = ({ changed, lost }: Counts): number => changed + lost

/** A table with a column for each program: the shares of the outcomes of both sets. */
export function reportFurtherOutcomes(one: readonly Tally[], cut: readonly Tally[]): string {
  return table(
    ['', 'texts', 'goal', ...one.map(({ name }) => name)],
    [...rowsOf('one mistake', one, FURTHER), ...rowsOf('cut', cut, CUT)],
  )
}

function rowsOf(set: string, tallies: readonly Tally[], goals: Goals): string[][] {
  const [first] = tallies
  if (!first) return []
  const texts = figure(sum(first.total))
  return [
    ...outcomes.map((outcome) => [
      `${OUTCOME_NAMES[outcome]}, ${set}`,
      texts,
      goals[outcome] ?? '',
      ...tallies.map(({ total }) => percent(total[outcome] / sum(total))),
    ]),
    [
      `changed or lost, ${set}`,
      texts,
      goals.harmful ?? '',
      ...tallies.map(({ total }) => percent(harmful(total) / sum(total))),
    ],
  ]
}

/** A table of the kinds that can be read in two ways, with the reason and how many texts a program changed or lost. */
export function reportReadings({ kinds }: Tally, mistakes: readonly Mistake[]): string {
  const rows = mistakes.flatMap(({ name, ambiguous, mustBeLeft = false }) => {
    const counts = kinds.get(name)
    if (!counts || ambiguous === undefined) return []
    return [[name, ambiguous, mustBeLeft ? 'none' : 'original', percent(harmful(counts) / sum(counts))]]
  })
  return table(['', 'two readings', 'correct fix', 'changed or lost'], rows)
}
