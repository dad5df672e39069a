import { compareNames, formatName } from '../html/format.ts'
import { type Html, html } from '../html/html.ts'
import type { BoardFile } from '../model/board-file.ts'
import { type Filter, STATES, VALUE_NAMES, VALUES } from '../model/filter.ts'

/** The most choices of one list. */
const MAX_CHOICES = 500

/** The search and the filters. @param count how many artifacts are selected; undefined without a selection */
export const showFilters = (files: readonly BoardFile[], filter: Filter, count?: number): Html =>
  html`<search data-key="search">
    <form class="filters" action="/" data-key="filters">
      ${showSearchField('Search titles, agents, ids and paths', filter.q)}
      <details
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
      ${count !== undefined && html`<a href="/">Show all artifacts</a>`}
    </form>
  </search>`

/** The field for the words of a search. */
export const showSearchField = (label: string, value = ''): Html =>
  html`<input
    type="search"
    name="q"
    value="${value}"
    placeholder="Search"
    aria-label="${label}"
    data-key="q"
  />`

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
