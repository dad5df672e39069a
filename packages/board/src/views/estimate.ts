import { sum } from 'd3-array'

import { formatNumber } from '../html/format.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import type { View } from './view.ts'

/** An estimate: its items and its assumptions. */
export const estimateView: View = {
  head: { title: 'scope' },
  summarize: (estimate) => ({ outcome: rangeOf(estimate) }),
}

const PERCENTILES = ['p50', 'p80', 'p95']

const POINTS = ['optimistic', 'likely', 'pessimistic']

/** The expected value with its unit and its range: of the percentiles, else of the sums of the items. */
function rangeOf(estimate: ArtifactValue): string {
  const { items } = estimate.at('items')
  const units = [...new Set(items.map((item) => item.at('unit').text))]
  const unit = units.length === 1 ? ` ${units[0] ?? ''}`.trimEnd() : ''
  const percentiles = PERCENTILES.flatMap((name) => estimate.at('confidenceInterval').at(name).number ?? [])
  const points = items.map((item) => POINTS.map((name) => item.at(name).number))
  const isSummed = units.length === 1 && !points.flat().includes(undefined)
  const sums = isSummed ? [sum(points, ([low]) => low), sum(points, (all) => all[2])] : []
  const [low, high] = percentiles.length > 1 ? [percentiles[0], percentiles.at(-1)] : sums
  const expected = estimate.at('expected').number
  return [
    expected !== undefined && `expected ${formatNumber(expected)}${unit}`,
    low !== undefined && high !== undefined && `${formatNumber(low)} to ${formatNumber(high)}${unit}`,
  ]
    .filter(Boolean)
    .join(', ')
}
