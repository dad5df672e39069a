import { formatBytes } from '../html/format.ts'
import { type Html, html } from '../html/html.ts'
import type { ArtifactValue } from '../parts/artifact-value.ts'
import { showScrollingTable } from '../parts/scrolling-table.ts'
import { badge, show, showMore, showNotes } from '../parts/show.ts'
import { showOthers } from './table.ts'
import type { View, ViewContext } from './view.ts'

/** A handoff: its summary, and its deliverables with the result of comparing them with the files of the project. */
export const handoffView: View = {
  contract: 'handoff.v1',
  show: (handoff, context) => {
    const deliverables = handoff.at('artifacts')
    return html`<p class="lead">${badge(handoff.at('status'))} Wave ${show(handoff.at('wave'))}</p>
      <p>${show(handoff.at('summary'))}</p>
      <h3>Deliverables</h3>
      ${showNotes(deliverables)}
      ${showScrollingTable(
        'Deliverables',
        ['File', 'Contract', 'Size', 'Checked'],
        deliverables.items.map((deliverable) => showDeliverable(deliverable, context)),
      )}
      ${showMore(deliverables)} ${showOthers(handoff, context, ['status', 'wave', 'summary', 'artifacts'])}`
  },
}

function showDeliverable(deliverable: ArtifactValue, { file, files, links }: ViewContext): Html {
  if (deliverable.names.length === 0)
    return html`<tr>
      <td colspan="4">${show(deliverable)}</td>
    </tr>`
  const [path, schema, size] = [deliverable.at('path'), deliverable.at('schema'), deliverable.at('sizeBytes')]
  const isOnBoard = files.some((other) => other.path === path.text)
  return html`<tr>
    <td>
      ${isOnBoard ? html`<a href="${links.artifact(path.text)}">${path.text}</a>${showNotes(path)}` : show(path)}
    </td>
    <td>${show(schema)}</td>
    <td>${size.number === undefined ? show(size) : html`${formatBytes(size.number)}${showNotes(size)}`}</td>
    <td>${showCheck(deliverable, file.violations)} ${showNotes(deliverable)}</td>
  </tr>`
}

/** Deliverables are compared with their files only if the handoff itself fits its contract. */
function showCheck({ pointer }: ArtifactValue, violations: ViewContext['file']['violations']): Html {
  if (violations.some(({ keyword }) => keyword !== 'deliverable')) return html`not checked`
  const isWrong = violations.some(({ path }) => path === pointer || path.startsWith(`${pointer}/`))
  return isWrong
    ? html`<strong class="bad">does not match</strong>`
    : html`<strong class="good">matches</strong>`
}
