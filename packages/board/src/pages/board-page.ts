import { basename } from 'node:path'

import { pluralize } from '@workbench/contracts/internal'
import { groups, max, sort } from 'd3-array'

import type { Board } from '../board/board.ts'
import { describeCheckout, describeElsewhere, type ElsewhereFile } from '../board/checkout.ts'
import { type Html, html } from '../html/html.ts'
import { boardLink, type PageOptions } from '../html/links.ts'
import type { BoardFile } from '../model/board-file.ts'
import { bySeverity, countProblems, type Filter, matches } from '../model/filter.ts'
import { showActivities } from '../parts/activity-list.ts'
import { showAttention } from '../parts/attention.ts'
import { showCard } from '../parts/card.ts'
import { showFilters } from '../parts/filters.ts'
import { showProgress } from '../parts/progress.ts'
import { currentWaves } from '../progress/describe-progress.ts'
import { newestProgress } from '../progress/progress.ts'

interface BoardPageOptions extends PageOptions {
  readonly board: Pick<Board, 'root' | 'files' | 'activities' | 'checkout' | 'elsewhere'>
  readonly filter: Filter
  /** From 1. */
  readonly page?: number
}

/** The most cards on one page. A report has all. */
const MAX_CARDS = 100

/** The most artifacts of a list that is not folded. */
const MAX_OPEN = 5

/** The progress of the plan, what needs attention, and the waves; or a list of the artifacts that are selected. */
export function showBoard(options: BoardPageOptions): Html {
  const { board, filter, links } = options
  const { files } = board
  const progress = newestProgress(files)
  const isList = Object.keys(filter).length > 0
  const selected = files.filter((file) => matches(file, filter))
  const problems = countProblems(files)
  return html`<h1>
      Blackboard of ${basename(board.root)} ${problems !== '' && html`<small class="bad">${problems}</small>`}
    </h1>
    <p class="hint">
      ${[pluralize(files.length, 'artifact'), describeCheckout(board.checkout)].filter(Boolean).join(', ')}
    </p>
    ${links.canFilter && showFilters(files, filter, isList ? selected.length : undefined)}
    ${
      !isList &&
      html`${progress && showProgress(progress, links)} ${showElsewhere(board.elsewhere)}
      ${showAttention(files, links)}`
    }
    ${selected.length === 0 && html`<p>${files.length === 0 ? 'No agent has written an artifact yet.' : 'None.'}</p>`}
    <div class="board" data-key="board">
      <div class="waves" data-key="waves">
        ${isList ? showList(selected, options) : showWaves(files, progress ? currentWaves(progress) : [], options)}
      </div>
      ${links.canFilter && showActivities(board.activities, options)}
    </div>`
}

/** The artifacts that other worktrees have and this board does not. */
const showElsewhere = (files: readonly ElsewhereFile[]): Html | false =>
  files.length > 0 &&
  html`<details class="elsewhere" data-key="elsewhere" ${files.length <= MAX_OPEN && html`open`}>
    <summary>${pluralize(files.length, 'artifact')} in other worktrees, not on this board</summary>
    <ul>
      ${files.map((file) => html`<li>${describeElsewhere(file)}</li>`)}
    </ul>
  </details>`

/**
 * Each wave with its cards, as long as there is room for them, and else with a link to them: those that the plan says are
 * running first, then the one that was written last.
 */
function showWaves(
  files: readonly BoardFile[],
  current: readonly { readonly id: string }[],
  options: BoardPageOptions,
): Html[] {
  const rank = (wave: string) => current.findIndex(({ id }) => id === wave) + 1 || Infinity
  const waves = sort(
    groups(files, ({ wave }) => wave),
    ([wave]) => rank(wave),
    ([, own]) => -(max(own, ({ modified }) => modified.getTime()) ?? 0),
  )
  let room = options.links.canFilter ? MAX_CARDS : Infinity
  return waves.map(([wave, own], index) => {
    const shown = own.slice(0, room)
    room -= shown.length
    const problems = countProblems(own)
    return html`<details class="wave" data-key="wave ${wave}" ${index === 0 && html`open`}>
      <summary data-key="summary ${wave}">
        <h2>
          ${wave}
          <small
            >${pluralize(own.length, 'artifact')}${problems !== '' && html`, <span class="bad">${problems}</span>`}</small
          >
        </h2>
      </summary>
      ${showCards(shown, options)}
      ${
        shown.length < own.length &&
        html`<p>
          <a href="${boardLink({ wave })}">Show all ${own.length} artifacts of ${wave}</a>
        </p>`
      }
    </details>`
  })
}

const showCards = (files: readonly BoardFile[], options: PageOptions): Html | false =>
  files.length > 0 &&
  html`<ul class="cards" data-key="cards">
    ${files.map((file) => showCard(file, options))}
  </ul>`

/** The highest severity first, then the newest. */
function showList(files: readonly BoardFile[], options: BoardPageOptions): Html {
  const { filter, page = 1 } = options
  const pages = Math.ceil(files.length / MAX_CARDS)
  const link = (number: number, text: string) =>
    html`<a href="${boardLink({ ...filter, page: String(number) })}">${text}</a> `
  const shown = files.toSorted(bySeverity).slice((page - 1) * MAX_CARDS, page * MAX_CARDS)
  return html`${showCards(shown, options)}
  ${
    pages > 1 &&
    html`<nav class="pages" aria-label="Pages of the list" data-key="pages">
      Page ${page} of ${pages}, ${MAX_CARDS} artifacts each ${page > 1 && link(page - 1, 'Previous')}
      ${page < pages && link(page + 1, 'Next')}
    </nav>`
  }`
}
