import { pluralize } from '@workbench/contracts/internal'

import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { BoardFile } from '../model/board-file.ts'

/** Why an artifact is not valid, and the advice on it; nothing if there is neither. */
export function showVerdict(file: BoardFile, links: Links): Html {
  const { problem, violations, more = 0, advice = [] } = file
  const count = violations.length + more
  return html`${problem !== undefined && showSection('It could not be validated', html`<p>${problem}</p>`)}
  ${
    count > 0 &&
    showSection(
      pluralize(count, 'violation'),
      html`<ol>
          ${violations.map(
            ({ path, message, line, fix }) =>
              html`<li>
                <code>${path === '' ? 'whole artifact' : path}</code>
                ${line !== undefined && html`<a href="#${links.part(file.path, `line-${line}`)}">line ${line}</a>`}
                <p>${message}</p>
                ${fix && html`<p class="hint"><code>workbench fix</code> corrects this without losing data.</p>`}
              </li>`,
          )}
        </ol>
        ${more > 0 && html`<p>${pluralize(more, 'more violation')}.</p>`}`,
    )
  }
  ${
    advice.length > 0 &&
    showSection(
      'Advice',
      html`<ul>
        ${advice.map(({ path, message }) => html`<li><code>${path}</code> ${message}</li>`)}
      </ul>`,
      'advice',
    )
  }`
}

const showSection = (heading: string, content: Html, kind = ''): Html =>
  html`<section class="verdict ${kind}" data-key="${heading}">
    <h2>${heading}</h2>
    ${content}
  </section>`
