import { pluralize } from '@workbench/contracts/internal'
import { group, max } from 'd3-array'

import { type Checkout, describeCheckout, type ElsewhereFile } from '../board/checkout.ts'
import { type Html, html } from '../html/html.ts'
import type { Activity } from '../model/activity.ts'
import type { BoardFile } from '../model/board-file.ts'
import { bySeverity, byTime, countProblems, type Filter, matches, selectionOf } from '../model/filter.ts'
import { showActivities } from '../parts/activity-list.ts'
import { showAttention } from '../parts/attention.ts'
import { type CardOptions, showCard } from '../parts/card.ts'
import { showElsewhere } from './elsewhere-section.ts'
import { showFilters, showSelection } from '../parts/filters.ts'
import { currentWaves } from '../progress/describe-progress.ts'
import { plansOf, progressOf } from '../progress/progress.ts'
import { showProgress } from './progress-section.ts'

interface BoardPageOptions extends CardOptions {
  readonly project: string
  readonly files: readonly BoardFile[]
  readonly activities: readonly Activity[]
  readonly checkout?: Checkout
  readonly elsewhere?: readonly ElsewhereFile[]
  readonly filter: Filter
  /** `time` or `severity`; by wave otherwise. */
  readonly sort?: string | undefined
  /** From 1. */
  readonly page?: number
}

/** The most cards on one page. A report has all. */
const MAX_CARDS = 100

const MAX_ATTENTION = 5

/** The progress of the plan, what needs attention, and the waves; or a list of the artifacts that are selected. */
export function showBoard(options: BoardPageOptions): Html {
  const { project, files, activities, checkout = {}, elsewhere = [], filter, sort = '', links } = options
  const [plan] = plansOf(files)
  const progress = plan && progressOf(plan, files)
  const isList = selectionOf(filter).length > 0 || sort !== ''
  const selected = files.filter((file) => matches(file, filter))
  const { text: problems } = countProblems(files)
  return html`<h1>
      Blackboard of ${project} ${problems !== '' && html`<small class="bad">${problems}</small>`}
    </h1>
    <p class="hint">
      ${[pluralize(files.length, 'artifact'), describeCheckout(checkout)].filter(Boolean).join(', ')}
    </p>
    ${links.canFilter && showFilters(files, isList ? selected.length : undefined)}
    ${showSelection(filter, links)}
    ${
      !isList &&
      html`${progress && showProgress(progress, files, links)} ${showElsewhere(elsewhere)}
      ${showAttention(files, links, MAX_ATTENTION)}`
    }
    ${selected.length === 0 && html`<p>${files.length === 0 ? 'No agent has written an artifact yet.' : 'None.'}</p>`}
    <div class="board" data-key="board">
      <div class="waves" data-key="waves">
        ${isList ? showList(selected, options) : showWaves(files, progress ? currentWaves(progress) : [], options)}
      </div>
      ${showActivities(activities, options)}
    </div>`
}

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
  const waves = Array.from(
    group(files, ({ wave }) => wave),
    ([wave, own]) => ({ wave, own, time: max(own, ({ modified }) => modified.getTime()) ?? 0 }),
  ).sort((a, b) => (rank(a.wave) === rank(b.wave) ? b.time - a.time : rank(a.wave) - rank(b.wave)))
  let room = options.links.canFilter ? MAX_CARDS : Infinity
  return waves.map(({ wave, own }, index) => {
    const shown = own.slice(0, room)
    room -= shown.length
    return showWave(wave, own, shown, index === 0, options)
  })
}

function showWave(
  wave: string,
  files: readonly BoardFile[],
  shown: readonly BoardFile[],
  isOpen: boolean,
  options: CardOptions,
): Html {
  const { text: problems } = countProblems(files)
  const more = files.length - shown.length
  return html`<details class="wave" data-key="wave ${wave}" ${isOpen && html`open`}>
    <summary data-key="summary ${wave}">
      <h2>
        ${wave}
        <small
          >${pluralize(files.length, 'artifact')}${problems !== '' && html`, <span class="bad">${problems}</span>`}</small
        >
      </h2>
    </summary>
    ${showCards(`cards ${wave}`, shown, options)}
    ${more > 0 && html`<p><a href="${options.links.board({ wave })}">Show all ${files.length} artifacts of ${wave}</a></p>`}
  </details>`
}

const showCards = (key: string, files: readonly BoardFile[], options: CardOptions): Html | false =>
  files.length > 0 &&
  html`<ul class="cards" data-key="${key}">
    ${files.map((file) => showCard(file, options))}
  </ul>`

function showList(files: readonly BoardFile[], options: BoardPageOptions): Html {
  const { sort, page = 1 } = options
  const order = sort === 'time' ? byTime : sort === 'severity' ? bySeverity : undefined
  const sorted = order ? [...files].sort(order) : files
  const start = (page - 1) * MAX_CARDS
  return html`${showCards('cards', sorted.slice(start, start + MAX_CARDS), options)}
  ${showPages(files.length, options)}`
}

function showPages(count: number, { links, filter, sort = '', page = 1 }: BoardPageOptions): Html | false {
  const pages = Math.ceil(count / MAX_CARDS)
  if (pages <= 1) return false
  const selection = { ...Object.fromEntries(selectionOf(filter)), ...(sort !== '' && { sort }) }
  const link = (number: number, text: string) =>
    html`<a href="${links.board({ ...selection, page: String(number) })}">${text}</a> `
  return html`<nav class="pages" aria-label="Pages of the list" data-key="pages">
    Page ${page} of ${pages}, ${MAX_CARDS} artifacts each ${page > 1 && link(page - 1, 'Previous')}
    ${page < pages && link(page + 1, 'Next')}
  </nav>`
}
