import { compareNames, formatName } from '../html/format.ts'
import { type Html, html } from '../html/html.ts'
import type { BoardFile } from '../model/board-file.ts'
import { type Filter, STATES, VALUE_NAMES, VALUES } from '../model/filter.ts'

/** The most choices of one list. */
const MAX_CHOICES = 500

/** The search and the filters. @param count how many artifacts are selected; undefined without a selection */
export const showFilters = (files: readonly BoardFile[], filter: Filter, count?: number): Html =>
  showSearch(
    '/',
    'Search titles, agents, ids and paths',
    filter.q,
    html`<details
        class="choices"
        data-key="choices"
        ${Object.keys(filter).some((name) => name !== 'q') && html`open`}
      >
        <summary>Filters</summary>
        ${showChoices('show', Object.keys(STATES), filter.show)}
        ${VALUE_NAMES.map((name) => showChoices(name, choicesOf(files.map(VALUES[name])), filter[name]))}
        <button>Apply</button>
      </details>
      <output data-key="count">${count !== undefined && `${count} of ${files.length}`}</output>
      ${count !== undefined && html`<a href="/">Show all artifacts</a>`}`,
  )

/** The form for the words of a search. @param others further fields */
export const showSearch = (action: string, label: string, words = '', others?: Html): Html =>
  html`<search data-key="search">
    <form class="filters" action="${action}" data-key="filters">
      <input
        type="search"
        name="q"
        value="${words}"
        placeholder="Search"
        aria-label="${label}"
        data-key="q"
      />
      ${others}
    </form>
  </search>`

const choicesOf = (values: readonly (string | undefined)[]): string[] =>
  [...new Set(values.flatMap((value = '') => (value === '' ? [] : [value])))]
    .sort(compareNames)
    .slice(0, MAX_CHOICES)

const showChoices = (name: string, choices: readonly string[], selected?: string): Html =>
  html`<label data-key="${name}"
    >${formatName(name)}
    <select name="${name}">
      <option value="">all</option>
      ${choices.map((choice) => html`<option ${choice === selected && html`selected`}>${choice}</option>`)}
    </select>
  </label>`
