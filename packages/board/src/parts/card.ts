import { pluralize } from '@workbench/contracts/internal'

import { formatBytes, formatTime } from '../html/format.ts'
import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { BoardFile } from '../model/board-file.ts'
import { keywordsOf, statesOf } from '../model/filter.ts'

export interface CardOptions {
  readonly links: Links
  readonly now: Date
}

/** An artifact on the board. The script of the page filters by its attributes, and reports what changed by `data-words`. */
export function showCard(file: BoardFile, { links, now }: CardOptions): Html {
  const { summary, valid, advice, schema = '', agent } = file
  return html`<li
    class="card tone-${summary.tone} ${valid ? 'valid' : 'invalid'}"
    data-key="${file.path}"
    data-words="${describe(file)}"
    data-modified="${file.modified.getTime()}"
    data-keywords="${keywordsOf(file)}"
    data-show="${statesOf(file).join(' ')}"
    data-contract="${schema}"
    data-severity="${summary.severity ?? ''}"
    data-verdict="${summary.verdict ?? ''}"
    data-agent="${agent}"
  >
    <p>
      <a href="${links.artifact(file.path)}">${agent}</a>
      <span class="validity${!valid && ' not'}"
        >${valid ? (advice ? '✓ valid, advice' : '✓ valid') : '✗ not valid'}</span
      >
    </p>
    ${
      (summary.outcome !== '' || summary.title !== '') &&
      html`<p class="summary">
        ${summary.outcome !== '' && html`<strong class="badge tone-${summary.tone}">${summary.outcome}</strong>`}
        ${summary.title}
      </p>`
    }
    <p>${schema || 'no contract'} · ${formatTime(file.modified, now)} · ${formatBytes(file.bytes)}</p>
    ${showProblem(file)}
  </li>`
}

/** Who wrote what, in words: `analyst in w1: risk.v1, open, not valid`. */
export const describe = ({ agent, wave, schema, summary, valid }: BoardFile): string =>
  `${agent} in ${wave}: ${[schema ?? 'no contract', summary.outcome, valid ? 'valid' : 'not valid'].filter(Boolean).join(', ')}`

function showProblem({ valid, problem, violations, more = 0, advice = [] }: BoardFile): Html | false {
  if (!valid) {
    const [first] = violations
    return problem !== undefined || !first
      ? html`<p class="state">${problem ?? ''}</p>`
      : html`<p class="state">
          <strong>${pluralize(violations.length + more, 'violation')}:</strong> ${first.path} ${first.message}
        </p>`
  }
  const [first] = advice
  return (
    first !== undefined &&
    html`<p class="state">${first.message}${advice.length > 1 && ` and ${advice.length - 1} more`}</p>`
  )
}
