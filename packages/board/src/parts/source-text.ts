import { type Violation } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import { group } from 'd3-array'

import { type Html, html, lines } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { BoardFile } from '../model/board-file.ts'
import { shorten } from './show.ts'

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
              showLine(line, index + 1, links.part(file.path, `line-${index + 1}`), marks.get(index + 1)),
            )
      }
    </div>
    ${all.length > MAX_LINES && html`<p>${pluralize(all.length - MAX_LINES, 'more line')}.</p>`}
  </section>`
}

const showLine = (line: string, number: number, id: string, violations: readonly Violation[] = []): Html =>
  html`<div class="line${violations.length > 0 && ' marked'}" id="${id}">
      <span class="number">${number}</span><code>${line}</code>
    </div>
    ${violations.map(({ message }) => html`<p class="note violation">${message}</p>`)}`
