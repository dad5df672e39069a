import { type Violation } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import { type Html, html, lines } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { BoardFile } from '../model/board-file.ts'

/** Why an artifact is not valid, and the advice on it; nothing if there is neither. */
export function showVerdict(file: BoardFile, links: Links): Html {
  const { problem, violations, more = 0, advice = [] } = file
  return html`${
    problem !== undefined &&
    html`<section class="verdict" data-key="problem">
      <h2>It could not be validated</h2>
      <p>${problem}</p>
    </section>`
  }
  ${
    violations.length > 0 &&
    html`<section class="verdict" data-key="violations">
      <h2>${pluralize(violations.length + more, 'violation')}</h2>
      <ol>
        ${violations
          .slice(0, MAX_SHOWN)
          .map((violation) => showViolation(violation, (line) => links.part(file.path, `line-${line}`)))}
      </ol>
      ${
        violations.length + more > MAX_SHOWN &&
        html`<p>${pluralize(violations.length + more - MAX_SHOWN, 'more violation')}.</p>`
      }
    </section>`
  }
  ${
    advice.length > 0 &&
    html`<section class="verdict advice" data-key="advice">
      <h2>Advice</h2>
      <ul>
        ${advice.map(({ path, message }) => html`<li><code>${path}</code> ${message}</li>`)}
      </ul>
    </section>`
  }`
}

const MAX_SHOWN = 100

const showViolation = (
  { path, message, line, template, fix }: Violation,
  idOf: (line: number) => string,
): Html =>
  html`<li>
    <code>${path === '' ? 'whole artifact' : path}</code>
    ${line !== undefined && html`<a href="#${idOf(line)}">line ${line}</a>`}
    <p>${message}</p>
    ${
      template !== undefined &&
      html`<details>
        <summary>A value that is accepted here</summary>
        <pre>${lines(JSON.stringify(template, null, 2))}</pre>
      </details>`
    }
    ${fix !== undefined && html`<p class="hint"><code>workbench fix</code> corrects this without losing data.</p>`}
  </li>`
