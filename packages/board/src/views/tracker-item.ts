import { formatNumber } from '../html/format.ts'
import { type Html, html } from '../html/html.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { showScrollingTable } from '../parts/scrolling-table.ts'
import { badge, show, showNotes } from '../parts/show.ts'
import { showOthers } from './table.ts'
import type { View } from './view.ts'

const SHOWN = [
  'sourceId',
  'title',
  'type',
  'nativeType',
  'state',
  'nativeState',
  'createdAt',
  'updatedAt',
  'flow',
]

/** An item of an issue tracker: its state beside that of the provider, and how long it was in each phase. */
export const trackerItemView: View = {
  show: (item, context) =>
    html`<p class="lead">
        ${badge(item.at('type'))} ${showNative(item.at('nativeType'))} ${badge(item.at('state'))}
        ${showNative(item.at('nativeState'))} <span class="id">${show(item.at('sourceId'))}</span>
        ${show(item.at('title'))}
      </p>
      <h3>Flow</h3>
      ${showFlow(item)} ${showOthers(item, context, SHOWN)}`,
  summarize: (item) => {
    const outcome = item.at('state').text
    return {
      title: item.texts('sourceId', 'title'),
      outcome,
      isBlock: outcome === 'blocked',
    }
  },
  tones: { done: 'good', blocked: 'bad' },
}

const showNative = (native: ArtifactValue): Html | false =>
  native.isShown && html`<small>(${show(native)})</small>`

function showFlow(item: ArtifactValue): Html {
  const flow = item.at('flow')
  const isRead = flow.at('historyRead').value === true
  const steps = [
    ['Created', item.at('createdAt')],
    ['In progress', flow.at('enteredInProgress')],
    ['In review', flow.at('enteredReview')],
    ['Last change', item.at('updatedAt')],
  ] as const
  const shown = steps.filter(([, time]) => time.isShown)
  return html`${!isRead && html`<p><strong>The history was not read</strong>, so the times between are not known.</p>`}
  ${showNotes(flow)} ${showNotes(flow.at('historyRead'))}
  ${showScrollingTable(
    'Flow',
    ['Step', 'Time', 'Days until the next step'],
    shown.map(
      ([name, time], index) =>
        html`<tr>
          <th scope="row">${name}</th>
          <td>${show(time)}</td>
          <td>${isRead && daysBetween(time, shown[index + 1]?.[1])}</td>
        </tr>`,
    ),
  )}
  ${flow.at('blockedDays').isShown && html`<p>Blocked for <strong>${show(flow.at('blockedDays'))}</strong> days.</p>`}`
}

/** Empty if one of them is not a time. */
function daysBetween(from: ArtifactValue, to: ArtifactValue | undefined): string {
  const days = (Date.parse(to?.text ?? '') - Date.parse(from.text)) / 86_400_000
  return Number.isNaN(days) ? '' : formatNumber(days)
}
