import { dotPlot } from '../../bench/harness/dot-plot.ts'
import { figure, percent } from '../../bench/harness/format-figures.ts'
import { summarize, type Summary } from '../../bench/harness/statistics.ts'
import { table } from '../../bench/harness/table.ts'
import type { Case } from './corpus/case.ts'
import type { Score } from './scores.ts'

/** The scores of a contestant, in the order of the cases. */
export interface Result {
  readonly name: string
  /** Whether it has means of its own to restore an artifact. */
  readonly canRestore: boolean
  readonly scores: readonly Score[]
  /** The length of each first answer, in UTF-16 code units. */
  readonly lengths: readonly number[]
}

type Is = keyof Score
type Filter = (broken: Case) => boolean

const isStructural: Filter = ({ isTextual }) => !isTextual
const isTextual: Filter = (broken) => broken.isTextual
const isLossless: Filter = (broken) => broken.isLossless
const any: Filter = () => true

const ROWS: readonly (readonly [name: string, Is, Filter, goal: string])[] = [
  ['valid after one round, structural', 'isValid', isStructural, '97 %'],
  ['valid after one round, textual', 'isValid', isTextual, '90 %'],
  ['reported at once, structural', 'isReported', isStructural, '99 %'],
  ['reported at once, textual', 'isReported', isTextual, '99 %'],
  ['restored, lossless classes', 'isRestored', isLossless, '95 %'],
  ['restored, all', 'isRestored', any, '60 %'],
  ['changed meaning', 'isChanged', any, '0 %'],
]

/** A table with a row for each score and a column for each contestant. */
export function reportTotals(cases: readonly Case[], results: readonly Result[]): string {
  const rows = ROWS.map(([name, is, filter, goal]) => [
    name,
    figure(cases.filter(filter).length),
    goal,
    ...results.map((result) => cell(result, is, share(cases, result, is, filter))),
  ])
  const structural = ({ lengths }: Result) => lengths.filter((_, index) => !cases[index]?.isTextual)
  rows.push([
    'characters of an answer, structural',
    figure(cases.filter(isStructural).length),
    '',
    ...results.map((result) => figure(summarize(structural(result)).median)),
  ])
  return table(['', 'cases', 'goal', ...results.map(({ name }) => name)], rows)
}

/** A table with a row for each class of mistakes: the cases of one contestant that have this mistake, alone or with others. */
export function reportClasses(cases: readonly Case[], result: Result, names: readonly string[]): string {
  const rows = names.map((name) => {
    const has: Filter = ({ classes }) => classes.includes(name)
    const shares = (['isValid', 'isReported', 'isRestored', 'isChanged'] as const).map((is) =>
      cell(result, is, share(cases, result, is, has)),
    )
    const alone = share(cases, result, 'isValid', (broken) => has(broken) && broken.classes.length === 1)
    return [name, figure(cases.filter(has).length), cell(result, 'isValid', alone), ...shares]
  })
  const head = ['valid, alone', 'valid after one round', 'reported at once', 'restored', 'changed meaning']
  return table(['', 'cases', ...head], rows)
}

/** Draws the scores of which more is better. */
export function chartTotals(cases: readonly Case[], results: readonly Result[]): string {
  const rows = ROWS.filter(([, is]) => is !== 'isChanged')
  return dotPlot({
    title: `${figure(cases.length)} broken artifacts, one answer each`,
    axis: '% of the cases; more is better',
    scale: 'linear',
    rows: rows.map(([name]) => name),
    series: results.map((result) => ({
      name: result.name,
      values: rows.map(([, is, filter]) =>
        is === 'isRestored' && !result.canRestore ? undefined : point(100 * share(cases, result, is, filter)),
      ),
    })),
  })
}

const point = (value: number): Summary => ({ median: value, low: value, high: value })

function share(cases: readonly Case[], { scores }: Result, is: Is, filter: Filter): number {
  const counted = cases.flatMap((broken, index) => (filter(broken) ? [scores[index]?.[is]] : []))
  return counted.filter(Boolean).length / counted.length
}

const cell = ({ canRestore }: Result, is: Is, value: number): string =>
  (is === 'isRestored' && !canRestore) || Number.isNaN(value) ? '–' : percent(value)
