import { figure, times, withSpread } from '../harness/format-figures.ts'
import { interleave } from '../harness/interleave.ts'
import { geometricMean, ratio, summarize } from '../harness/statistics.ts'
import { goal } from '../harness/goal.ts'
import { table } from '../harness/table.ts'
import { type Inputs, recoveryOf } from './contestants.ts'
import type { Shapes } from './corpus/corpus.ts'

const CHANGES: readonly (readonly [from: Shapes, to: Shapes])[] = [
  ['one', 'many'],
  ['many', 'one'],
  ['one', 'eight'],
  ['eight', 'one'],
]

/**
 * Measures `is()` from 5,000 to 10,000 artifacts after their shapes have changed, beside a process in which they have
 * always had the same ones, and reports the geometric means of all contracts.
 */
export async function reportRecovery(inputs: Inputs, rounds: number): Promise<string> {
  const rows: string[][] = []
  let isSame = true
  for (const [from, to] of CHANGES) {
    const samples = await interleave([recoveryOf(from, to, inputs), recoveryOf(to, to, inputs)], { rounds })
    const [changed = [], steady = []] = [...samples.values()].map((figures) =>
      figures.map((each) => geometricMean(Object.values(each))),
    )
    const { median, low, high } = ratio(changed, steady)
    isSame &&= low <= 1
    rows.push([
      `${from} → ${to}`,
      withSpread(summarize(steady)),
      withSpread(summarize(changed)),
      `${times(median)} (${figure(low)}–${figure(high)})`,
    ])
  }
  return [
    table(['shapes', 'ns, always these', 'ns, after a change', 'ratio'], rows),
    `Goals: ${goal('the same after 5,000 artifacts, within the quartiles', isSame)}.`,
  ].join('\n\n')
}
