import { pluralize } from '@workbench/contracts'

import { formatBytes, formatTime } from '../html/format.ts'
import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { BoardFile } from '../model/board-file.ts'

interface BoardPageOptions {
  readonly files: readonly BoardFile[]
  readonly links: Links
  readonly now: Date
  /** `invalid` or `advice`; everything else shows all. Default: all. */
  readonly show?: string | undefined
}

/** A column for each wave with a card for each artifact. */
export function showBoard({ files, links, now, show = '' }: BoardPageOptions): Html {
  const filters = [
    { show: '', name: 'All', matches: () => true },
    { show: 'invalid', name: 'Invalid', matches: ({ valid }: BoardFile) => !valid },
    { show: 'advice', name: 'With advice', matches: ({ advice }: BoardFile) => advice !== undefined },
  ]
  const current = filters.find((filter) => filter.show === show) ?? filters[0]
  const shown = files.filter(current?.matches ?? (() => true))
  const waves = [...new Set(shown.map(({ wave }) => wave))]
  return html`<h1>Blackboard</h1>
    ${
      links.canFilter &&
      html`<nav class="filters" aria-label="Filters" data-key="filters">
        ${filters.map(
          (filter) =>
            html`<a
              href="${links.board(filter.show === '' ? {} : { show: filter.show })}"
              ${filter === current && AS_CURRENT}
              >${filter.name} <span>${files.filter(filter.matches).length}</span></a
            >`,
        )}
      </nav>`
    }
    ${shown.length === 0 && html`<p>${files.length === 0 ? 'No agent has written an artifact yet.' : 'None.'}</p>`}
    <div class="waves" data-key="waves">
      ${waves.map((wave) =>
        showWave(
          wave,
          shown.filter((file) => file.wave === wave),
          { links, now },
        ),
      )}
    </div>`
}

const AS_CURRENT = html` aria-current="page"`

type CardOptions = Pick<BoardPageOptions, 'links' | 'now'>

const showWave = (wave: string, files: readonly BoardFile[], options: CardOptions): Html =>
  html`<section class="wave" data-key="wave ${wave}" aria-label="Wave ${wave}">
    <h2>${wave} <small>${pluralize(files.length, 'artifact')}</small></h2>
    <ul data-key="cards ${wave}">
      ${files.map((file) => showCard(file, options))}
    </ul>
  </section>`

const showCard = (file: BoardFile, { links, now }: CardOptions): Html => {
  const { summary, valid } = file
  return html`<li class="card tone-${summary.tone} ${valid ? 'valid' : 'invalid'}" data-key="${file.path}">
    <p>
      <a href="${links.artifact(file.path)}">${file.agent}</a>
      ${showValidity(file)}
    </p>
    ${
      (summary.outcome !== '' || summary.title !== '') &&
      html`<p class="summary">
        ${summary.outcome !== '' && html`<strong class="badge tone-${summary.tone}">${summary.outcome}</strong>`}
        ${summary.title}
      </p>`
    }
    <p>${file.schema ?? 'no contract'} · ${formatTime(file.modified, now)} · ${formatBytes(file.bytes)}</p>
    ${showProblem(file)}
  </li>`
}

/** Apart from the outcome that the artifact reports. */
const showValidity = ({ valid, advice }: BoardFile): Html =>
  html`<span class="validity">${valid ? (advice ? '✓ valid, advice' : '✓ valid') : '✗ not valid'}</span>`

function showProblem({ valid, problem, violations, more = 0, advice = [] }: BoardFile): Html | false {
  if (!valid) {
    const [first] = violations
    const count = violations.length + more
    return problem !== undefined || !first
      ? html`<p class="state">${problem ?? ''}</p>`
      : html`<p class="state">
          <strong>${pluralize(count, 'violation')}:</strong> ${first.path} ${first.message}
        </p>`
  }
  const [first] = advice
  return (
    first !== undefined &&
    html`<p class="state">${first.message}${advice.length > 1 && ` and ${advice.length - 1} more`}</p>`
  )
}
