import { type Html, html } from '../html/html.ts'
import { boardLink, type Links } from '../html/links.ts'
import type { BoardFile } from '../model/board-file.ts'
import { byTime, STATES, wrongDeliverablesOf } from '../model/filter.ts'
import { problemOf } from './card.ts'

/** The most artifacts that the board names. A report names all. */
const MAX_SHOWN = 5

/** What needs attention, the newest first, with a reason. */
export function showAttention(files: readonly BoardFile[], links: Links): Html | false {
  const found = files.filter(STATES.attention).sort(byTime)
  const limit = links.canFilter ? MAX_SHOWN : Infinity
  const more = found.length - limit
  return (
    found.length > 0 &&
    html`<section class="attention" data-key="attention" aria-label="Needs attention">
      <h2>Needs attention <small>${found.length}</small></h2>
      <ul>
        ${found.slice(0, limit).map((file) => showItem(file, links))}
      </ul>
      ${more > 0 && html`<p><a href="${boardLink({ show: 'attention' })}">${more} more</a></p>`}
    </section>`
  )
}

function showItem(file: BoardFile, links: Links): Html {
  const { path, agent, wave, valid, summary } = file
  const { outcome, title, blockedBy = [] } = summary
  const [deliverable, ...others] = wrongDeliverablesOf(file).map(({ message }) => message)
  const texts = [
    [outcome, title].filter((text) => text !== '').join(': '),
    !valid && `invalid: ${problemOf(file)}`,
    blockedBy.length > 0 && `blocked by ${blockedBy.join(', ')}`,
    deliverable,
    others.length > 0 && `and ${others.length} more`,
  ]
  return html`<li data-key="attention ${path}">
    <a href="${links.artifact(path)}">${agent}</a> in ${wave}: ${texts.filter(Boolean).join(' · ')}
  </li>`
}
