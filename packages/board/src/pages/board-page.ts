import { pluralize } from '@workbench/contracts/internal'
import { group, max } from 'd3-array'

import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { Activity } from '../model/activity.ts'
import type { BoardFile } from '../model/board-file.ts'
import { bySeverity, byTime, countProblems, type Filter, matches } from '../model/filter.ts'
import { showActivities } from '../parts/activity-list.ts'
import { type CardOptions, showCard } from '../parts/card.ts'
import { showFilters, showSelection } from '../parts/filters.ts'
import { currentWaves } from '../progress/describe-progress.ts'
import { plansOf, progressOf } from '../progress/progress.ts'
import { showProgress } from './progress-section.ts'

interface BoardPageOptions extends CardOptions {
  readonly project: string
  readonly files: readonly BoardFile[]
  readonly activities: readonly Activity[]
  /** Default: all artifacts. */
  readonly filter?: Filter
  /** `time` or `severity`; by wave otherwise. */
  readonly sort?: string | undefined
  /** From 1. */
  readonly page?: number
}

/** The most artifacts on one page. */
const MAX_CARDS = 2_000

/** The progress of the plan, what needs attention, and a card for each artifact, by wave or in a list. */
export function showBoard(options: BoardPageOptions): Html {
  const { project, files, activities, filter, sort = '', page = 1, links } = options
  const [plan] = plansOf(files)
  const progress = plan && progressOf(plan, files)
  const current = progress ? currentWaves(progress).map(({ id }) => id) : []
  const sorted = sortFiles(filter ? files.filter((file) => matches(file, filter)) : files, sort, current)
  const shown = sorted.slice((page - 1) * MAX_CARDS, page * MAX_CARDS)
  const { text: problems } = countProblems(files)
  return html`<h1>
      Blackboard of ${project} ${problems !== '' && html`<small class="bad">${problems}</small>`}
    </h1>
    ${progress && showProgress(progress, files, links)} ${showAttention(files, links)}
    ${links.canFilter && showFilters(files)} ${filter && showSelection(filter, links)}
    ${shown.length === 0 && html`<p>${files.length === 0 ? 'No agent has written an artifact yet.' : 'None.'}</p>`}
    <div class="board" data-key="board">
      <div class="waves" data-key="waves" ${files.length > MAX_CARDS && html`data-partial`}>
        ${
          sort === 'time' || sort === 'severity'
            ? showList(shown, options)
            : [...group(shown, waveOf)].map(([wave, own], index) => showWave(wave, own, index === 0, options))
        }
        ${showPages(sorted.length, options)}
      </div>
      ${showActivities(activities, options)}
    </div>`
}

/** By wave: those that the plan says are running first, then the one that was written last. */
function sortFiles(files: readonly BoardFile[], sort: string, current: readonly string[]): BoardFile[] {
  if (sort === 'time') return [...files].sort(byTime)
  if (sort === 'severity') return [...files].sort(bySeverity)
  const rank = (wave: string) => current.indexOf(wave) + 1 || Infinity
  const waves = Array.from(group(files, waveOf), ([wave, own]) => ({
    own,
    rank: rank(wave),
    time: max(own, ({ modified }) => modified.getTime()) ?? 0,
  }))
  return waves
    .sort((a, b) => (a.rank === b.rank ? b.time - a.time : a.rank - b.rank))
    .flatMap(({ own }) => own)
}

const waveOf = ({ wave }: BoardFile): string => wave

const showWave = (wave: string, files: readonly BoardFile[], isOpen: boolean, options: CardOptions): Html => {
  const { text: problems } = countProblems(files)
  return html`<details class="wave" data-key="wave ${wave}" ${isOpen && html`open`}>
    <summary data-key="summary ${wave}">
      <h2>
        ${wave}
        <small
          >${pluralize(files.length, 'artifact')}${problems !== '' && html`, <span class="bad">${problems}</span>`}</small
        >
      </h2>
    </summary>
    <ul class="cards" data-key="cards ${wave}">
      ${files.map((file) => showCard(file, options))}
    </ul>
  </details>`
}

const showList = (files: readonly BoardFile[], options: CardOptions): Html =>
  html`<ul class="cards" data-key="cards">
    ${files.map((file) => showCard(file, options))}
  </ul>`

const MAX_ATTENTION = 5

/** Artifacts that are not valid, or whose outcome is bad, the newest first. */
function showAttention(files: readonly BoardFile[], links: Links): Html | false {
  const found = files.filter(({ valid, summary }) => !valid || summary.tone === 'bad').sort(byTime)
  return (
    found.length > 0 &&
    html`<section class="attention" data-key="attention" aria-label="Needs attention">
      <ul>
        ${found
          .slice(0, MAX_ATTENTION)
          .map(
            ({ path, agent, wave, summary, valid }) =>
              html`<li data-key="attention ${path}">
                <a href="${links.artifact(path)}">${agent}</a> in ${wave}:
                ${[summary.outcome, !valid && 'not valid'].filter(Boolean).join(', ')}
              </li>`,
          )}
      </ul>
      ${found.length > MAX_ATTENTION && html`<p>and ${found.length - MAX_ATTENTION} more</p>`}
    </section>`
  )
}

function showPages(count: number, { links, filter, sort = '', page = 1 }: BoardPageOptions): Html | false {
  const pages = Math.ceil(count / MAX_CARDS)
  if (pages <= 1) return false
  const parameters = Object.entries({ ...filter, sort }).filter(([, value]) => value !== '')
  const link = (number: number, text: string) =>
    html`<a href="${links.board(Object.fromEntries([...parameters, ['page', String(number)]]))}">${text}</a> `
  return html`<nav class="pages" aria-label="Pages of the list" data-key="pages">
    Page ${page} of ${pages}, ${MAX_CARDS} artifacts each ${page > 1 && link(page - 1, 'Previous')}
    ${page < pages && link(page + 1, 'Next')}
  </nav>`
}
