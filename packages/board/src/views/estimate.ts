import { max, sum, ticks } from 'd3-array'

import { formatName, formatNumber } from '../html/format.ts'
import { type Html, html } from '../html/html.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { showScrollingTable } from '../parts/scrolling-table.ts'
import { show, showBullets, showMore, showNotes } from '../parts/show.ts'
import { showOthers } from './table.ts'
import type { View } from './view.ts'

const PERT = html`<abbr title="(optimistic + 4 × likely + pessimistic) / 6">PERT</abbr>`

const SHOWN = ['scope', 'items', 'expected', 'confidenceInterval', 'assumptions']

/** An estimate: the range of each item with its PERT value on a common scale, and the assumptions. */
export const estimateView: View = {
  show: (estimate, context) => {
    const [items, interval] = [estimate.at('items'), estimate.at('confidenceInterval')]
    const end = max(items.items, (item) => pointsOf(item)?.at(-1)) ?? 0
    return html`<p class="lead">${show(estimate.at('scope'))}</p>
      <p class="sum">
        ${[['expected', estimate] as const, ...PERCENTILES.map((name) => [name, interval] as const)].map(
          ([name, parent]) =>
            parent.at(name).isShown && html`${formatName(name)} <strong>${show(parent.at(name))}</strong> `,
        )}
        ${showNotes(interval)}
      </p>
      ${showNotes(items)}
      ${showScrollingTable(
        'Items',
        ['Item', 'Optimistic', 'Likely', 'Pessimistic', PERT, html`Range ${showAxis(end)}`],
        items.items.map((item) => showItem(item, end)),
        'ranges',
      )}
      ${showMore(items)}
      <h3>Assumptions</h3>
      ${showBullets(estimate.at('assumptions'))} ${showOthers(estimate, context, SHOWN)}`
  },
  summarize: (estimate) => ({ title: estimate.at('scope').text, outcome: rangeOf(estimate) }),
}

/** The expected value with its unit and its range: of the percentiles, else of the sums of the items. */
function rangeOf(estimate: ArtifactValue): string {
  const { items } = estimate.at('items')
  const units = [...new Set(items.map((item) => item.at('unit').text))]
  const unit = units.length === 1 ? ` ${units[0] ?? ''}`.trimEnd() : ''
  const percentiles = PERCENTILES.flatMap((name) => estimate.at('confidenceInterval').at(name).number ?? [])
  const points = items.map(pointsOf)
  const isSummed = units.length === 1 && !points.includes(undefined)
  const sums = isSummed ? [sum(points, (all) => all?.[0]), sum(points, (all) => all?.[2])] : []
  const [low, high] = percentiles.length > 1 ? [percentiles[0], percentiles.at(-1)] : sums
  const expected = estimate.at('expected').number
  return [
    expected !== undefined && `expected ${formatNumber(expected)}${unit}`,
    low !== undefined && high !== undefined && `${formatNumber(low)} to ${formatNumber(high)}${unit}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const PERCENTILES = ['p50', 'p80', 'p95']

const POINTS = ['optimistic', 'likely', 'pessimistic']

type Points = readonly [optimistic: number, likely: number, pessimistic: number]

/** Undefined unless all three are numbers. */
function pointsOf(item: ArtifactValue): Points | undefined {
  const [optimistic, likely, pessimistic] = POINTS.map((name) => item.at(name).number)
  return optimistic === undefined || likely === undefined || pessimistic === undefined
    ? undefined
    : [optimistic, likely, pessimistic]
}

const pertOf = ([optimistic, likely, pessimistic]: Points): number =>
  (optimistic + 4 * likely + pessimistic) / 6

function showItem(item: ArtifactValue, end: number): Html {
  const points = pointsOf(item)
  const details = [item.at('unit'), item.at('role')].filter(({ isShown }) => isShown)
  return html`<tr>
    <th scope="row">
      ${show(item.names.length === 0 ? item : item.at('label'))}
      ${details.map((detail) => html`<br /><small>${show(detail)}</small>`)}
      ${item.names.length > 0 && showNotes(item)}
    </th>
    ${POINTS.map((name) => html`<td>${show(item.at(name))}</td>`)}
    <td>${points && formatNumber(pertOf(points))}</td>
    <td>${points && end > 0 && showRange(points, end)}</td>
  </tr>`
}

/** The columns before have the same numbers, so a screen reader does not need the plot. */
function showRange(points: Points, end: number): Html {
  const position = (value: number) => `${((100 * value) / end).toFixed(2)}%`
  const [optimistic, likely, pessimistic] = points
  return html`<svg class="range" width="100%" height="24" aria-hidden="true">
    ${ticks(0, end, 4).map(
      (tick) => html`<line class="grid" x1="${position(tick)}" x2="${position(tick)}" y1="0" y2="24" />`,
    )}
    <line class="span" x1="${position(optimistic)}" x2="${position(pessimistic)}" y1="12" y2="12" />
    <circle class="likely" cx="${position(likely)}" cy="12" r="4" />
    <rect class="pert" x="${position(pertOf(points))}" y="4" width="3" height="16" />
  </svg>`
}

const showAxis = (end: number): Html | false =>
  end > 0 &&
  html`<svg class="axis" width="100%" height="16" aria-hidden="true">
    ${ticks(0, end, 4).map((tick) => {
      const share = tick / end
      const anchor = share < 0.05 ? 'start' : share > 0.95 ? 'end' : 'middle'
      return html`<text x="${(100 * share).toFixed(2)}%" y="12" text-anchor="${anchor}"
        >${formatNumber(tick)}</text
      >`
    })}
  </svg>`
