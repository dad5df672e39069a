import { sum } from 'd3-array'

import { formatName, formatNumber } from '../html/format.ts'
import { type Html, html } from '../html/html.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { showScrollingTable } from '../parts/scrolling-table.ts'
import { show, showBullets, showMore, showNotes } from '../parts/show.ts'
import { showOthers } from './table.ts'
import type { View } from './view.ts'

const PERT = html`<abbr title="(optimistic + 4 × likely + pessimistic) / 6">PERT</abbr>`

const SHOWN = ['scope', 'items', 'expected', 'confidenceInterval', 'assumptions']

/** An estimate: each item with its PERT value, and the assumptions. */
export const estimateView: View = {
  show: (estimate, context) => {
    const [items, interval] = [estimate.at('items'), estimate.at('confidenceInterval')]
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
        ['Item', 'Optimistic', 'Likely', 'Pessimistic', PERT],
        items.items.map(showItem),
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

function showItem(item: ArtifactValue): Html {
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
  </tr>`
}
