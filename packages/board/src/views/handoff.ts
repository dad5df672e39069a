import { pluralize } from '@workbench/contracts/internal'

import { formatBytes } from '../html/format.ts'
import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import { titleOf } from '../model/summary.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { showScrollingTable } from '../parts/scrolling-table.ts'
import { showSourceLink } from '../parts/source-link.ts'
import { show, showMore, showNotes } from '../parts/show.ts'
import type { View, ViewContext } from './view.ts'

/** A handoff: its summary and its deliverables. */
export const handoffView: View = {
  head: { badges: ['status'], title: 'wave' },
  show: (handoff, context) => {
    const deliverables = handoff.at('artifacts')
    return html`<p>${show(handoff.at('summary'))}</p>
      <h3>Deliverables</h3>
      ${showNotes(deliverables)}
      ${showScrollingTable(
        'Deliverables',
        ['File', 'Contract', 'Size'],
        deliverables.items.map((deliverable) => showDeliverable(deliverable, context)),
      )}
      ${showMore(deliverables)}`
  },
  shown: ['summary', 'artifacts'],
  summarize: (handoff) => {
    const status = handoff.at('status').text
    const questions = listLength(handoff.at('openQuestions'))
    return {
      title: handoff.at('summary').text,
      outcome: [status, questions > 0 && pluralize(questions, 'open question')].filter(Boolean).join(', '),
      blockedBy: status === 'complete' ? [] : namesIn(handoff.at('blockedBy')),
    }
  },
  tones: { complete: 'good', partial: 'warn', blocked: 'bad' },
  block: 'blocked',
}

const listLength = ({ value }: ArtifactValue): number => (Array.isArray(value) ? value.length : 0)

/** The contract does not say what the items are. */
const namesIn = ({ items }: ArtifactValue): string[] =>
  items.map(({ text, value }) => text || titleOf(value)).filter((name) => name !== '')

const MAX_PATH = 1_000

function showPath(path: ArtifactValue, isOnBoard: boolean, links: Links): Html {
  if (path.text === '' || path.text.length > MAX_PATH) return show(path)
  return html`${
    isOnBoard
      ? html`<a href="${links.artifact(path.text)}">${path.text}</a>`
      : showSourceLink(path.text, '', links)
  }${showNotes(path)}`
}

function showDeliverable(deliverable: ArtifactValue, { files, links }: ViewContext): Html {
  if (deliverable.names.length === 0)
    return html`<tr>
      <td colspan="3">${show(deliverable)}</td>
    </tr>`
  const [path, schema, size] = [deliverable.at('path'), deliverable.at('schema'), deliverable.at('sizeBytes')]
  const isOnBoard = files.some((other) => other.path === path.text)
  return html`<tr>
    <td>${showPath(path, isOnBoard, links)}</td>
    <td>${show(schema)} ${showNotes(deliverable)}</td>
    <td>${size.number === undefined ? show(size) : html`${formatBytes(size.number)}${showNotes(size)}`}</td>
  </tr>`
}
