import type { Violation } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import { group } from 'd3-array'

import { type Html, html, lines } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { BoardFile } from '../model/board-file.ts'
import { shorten } from './show.ts'

/** Why an artifact is not valid, and the advice on it; nothing if there is neither. Violations link to their lines. */
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
                ${line !== undefined && html`<a href="#${lineId(file, line, links)}">line ${line}</a>`}
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

/** The most lines of a text that are shown: the first ones. */
const MAX_LINES = 2_000

const MAX_COLUMNS = 2_000

/** The text of an artifact. With violations, it has line numbers, and each is shown below its line. */
export function showSource(file: BoardFile, text: string, links: Links): Html {
  const all = text.replace(/[\r\n]+$/, '').split(/\r\n|\r|\n/)
  const shown = all.slice(0, MAX_LINES).map((line) => shorten(line, MAX_COLUMNS))
  const marks = group(file.violations, ({ line }) => line)
  return html`<section class="source" data-key="source">
    <h2>Text</h2>
    <div class="scroll code" tabindex="0" role="group" aria-label="Text of the artifact">
      ${
        marks.size === 0
          ? html`<pre>${lines(shown.join('\n'))}</pre>`
          : shown.map((line, index) =>
              showLine(line, index + 1, lineId(file, index + 1, links), marks.get(index + 1)),
            )
      }
    </div>
    ${all.length > MAX_LINES && html`<p>${pluralize(all.length - MAX_LINES, 'more line')}.</p>`}
  </section>`
}

const lineId = ({ path }: BoardFile, line: number, links: Links): string => links.part(path, `line-${line}`)

const showLine = (line: string, number: number, id: string, violations: readonly Violation[] = []): Html =>
  html`<div class="line${violations.length > 0 && ' marked'}" id="${id}">
      <span class="number">${number}</span><code>${line}</code>
    </div>
    ${violations.map(({ message }) => html`<p class="note violation">${message}</p>`)}`
